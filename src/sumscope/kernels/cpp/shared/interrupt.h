// Ctrl-C inside a loop that has released the GIL: asks Python every 50 ms or so.
#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstddef>

namespace sumscope {

class Interrupt {
  public:
    // Looks at the clock once in 65,536 steps; `step` counts from anything.
    void check(std::size_t step) {
        if ((step & 0xFFFF) == 0) now();
    }

    // Looks at the clock at once, for loops whose steps are long.
    void now() {
        const auto time = std::chrono::steady_clock::now();
        if (time < next_) return;
        next_ = time + std::chrono::milliseconds(50);
        nanobind::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

  private:
    std::chrono::steady_clock::time_point next_ =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
};

}  // namespace sumscope
