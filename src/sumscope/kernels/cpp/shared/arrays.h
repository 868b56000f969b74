// Arrays in and out: read-only views of NumPy arrays, and NumPy arrays that own a vector.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace sumscope {

// What a kernel takes: contiguous, of exactly this type, not changed.
template <class T, std::size_t Dimensions = 1>
using In = nanobind::ndarray<const T, nanobind::ndim<Dimensions>, nanobind::c_contig,
                             nanobind::device::cpu>;

// What a kernel gives back.
template <class T, std::size_t Dimensions = 1>
using Out = nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<Dimensions>>;

template <std::size_t Dimensions, class T>
Out<T, Dimensions> to_array(std::vector<T>&& values, std::initializer_list<std::size_t> shape) {
    auto own = std::make_unique<std::vector<T>>(std::move(values));
    T* const data = own->data();
    nanobind::capsule owner(own.get(),
                            [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    own.release();
    return Out<T, Dimensions>(data, shape, owner);
}

template <class T>
Out<T> to_array(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return to_array<1>(std::move(values), {size});
}

template <class T, class Array>
std::vector<T> to_vector(const Array& array) {
    return std::vector<T>(array.data(), array.data() + array.size());
}

}  // namespace sumscope
