// Ctrl-C inside long loops, with or without the GIL.
//
// A loop reports how much work it does, not how often it turns, so that one step of a thousand
// operations counts as a thousand. Every kStride steps the clock is read, and every 50 ms Python is
// asked whether a signal has arrived. One object serves a whole call, through all its inner loops.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <utility>

namespace sumscope {

class Interrupt {
  public:
    Interrupt() = default;
    // `tell` is called with the GIL held, each time Python is asked.
    explicit Interrupt(std::function<void()> tell) : tell_(std::move(tell)) {}
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    // Reports work, in steps of about a nanosecond; too many is better than too few. Throws
    // Python's exception after Ctrl-C. True when the clock was read.
    bool spend(std::size_t steps) {
        steps_ += steps;
        if (steps_ < kStride) return false;
        look();
        return true;
    }

    // Seconds since the start, as of the last reading of the clock.
    double seconds() const { return std::chrono::duration<double>(read_ - start_).count(); }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t kStride = std::size_t{1} << 15;

    void look() {
        steps_ = 0;
        read_ = Clock::now();
        if (read_ - asked_ < std::chrono::milliseconds(50)) return;
        asked_ = read_;
        nanobind::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        if (tell_) tell_();
    }

    const Clock::time_point start_ = Clock::now();
    Clock::time_point read_ = start_, asked_ = start_;
    std::size_t steps_ = 0;
    std::function<void()> tell_;
};

}  // namespace sumscope
