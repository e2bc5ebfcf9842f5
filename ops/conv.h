#pragma once
// What conv1d and conv2d share.
#include <array>

#include "framework/op/op.h"

namespace atto {

/// One axis along which a kernel moves. Output o meets with tap k the input at(o, k), or the
/// padding.
struct ConvAxis {
  std::int64_t stride = 1, dilation = 1;
  std::int64_t before = 0;              // padding in front of x
  std::int64_t x = 1, taps = 1, y = 1;  // sizes

  std::int64_t at(std::int64_t o, std::int64_t k) const {
    return o * stride + k * dilation - before;
  }
  /// The outputs that meet x itself with tap k are begin(k) to end(k) - 1.
  std::int64_t begin(std::int64_t k) const { return first_from(0, k); }
  std::int64_t end(std::int64_t k) const { return first_from(x, k); }

 private:
  /// The first output, at most y, whose input is not in front of `place`.
  std::int64_t first_from(std::int64_t place, std::int64_t k) const {
    const std::int64_t distance = place - at(0, k);
    return distance <= 0 ? 0 : std::min(y, (distance - 1) / stride + 1);
  }
};

/// The product that a convolution is, for one sequence or image and one group of channels:
/// y [outputs, places] = weight [outputs, taps] patches [taps, places]. A column of `patches` is
/// what the kernel covers of x at one place, padding included.
struct ConvSizes {
  std::int64_t batch, groups, inputs, outputs;  // channels of one group
  std::array<ConvAxis, 2> axes;                 // conv1d has the last one only

  std::int64_t taps() const { return inputs * axes[0].taps * axes[1].taps; }
  std::int64_t places() const { return axes[0].y * axes[1].y; }
  std::int64_t x_elements() const { return inputs * axes[0].x * axes[1].x; }
  /// There is a product for each group of each sequence or image.
  std::int64_t parts() const { return batch * groups; }

  template <class T>
  Matrix<T> weight_of(T* weight, std::int64_t group) const {
    return Matrix<T>::dense(weight + group * outputs * taps(), outputs, taps());
  }
  /// The places begin to end - 1 of a part of y.
  template <class T>
  Matrix<T> tile_of(T* y, std::int64_t part, std::int64_t begin, std::int64_t end) const {
    return {y + part * outputs * places() + begin, outputs, end - begin, places()};
  }
  template <class T>
  Matrix<const T> matrix(const std::vector<T>& patches, std::int64_t begin,
                         std::int64_t end) const {
    return Matrix<const T>::dense(patches.data(), taps(), end - begin);
  }

  /// Patches are made for so many places at a time: few enough for a processor's cache, enough for
  /// a product that is worth it, and equally many each time.
  std::int64_t tile() const {
    constexpr std::int64_t kElements = 1 << 17, kLeastPlaces = 64;
    const std::int64_t most = std::max(kLeastPlaces, kElements / at_least_1(taps()));
    return at_least_1(divide_up(places(), at_least_1(divide_up(places(), most))));
  }
  std::int64_t tiles() const { return divide_up(places(), tile()); }
  /// Calls work(begin, end) for each tile of places.
  template <class Work>
  void for_each_tile(const Work& work) const {
    for (std::int64_t begin = 0; begin < places(); begin += tile())
      work(begin, std::min(begin + tile(), places()));
  }

  /// Calls run(place in x, place in patches, count) for the runs of `count` elements of patches
  /// [taps, begin ... end - 1] that are none of the padding; in x they are axes[1].stride apart.
  template <class Run>
  void for_each_run(std::int64_t begin, std::int64_t end, const Run& run) const {
    const auto& [rows, columns] = axes;
    for (std::int64_t tap = 0; tap < taps(); ++tap) {
      const std::int64_t column_tap = tap % columns.taps;
      const std::int64_t row_tap = tap / columns.taps % rows.taps;
      const std::int64_t channel = tap / columns.taps / rows.taps;
      for (std::int64_t row = begin / columns.y; row * columns.y < end; ++row) {
        const std::int64_t x_row = rows.at(row, row_tap);
        if (x_row < 0 || x_row >= rows.x) continue;
        const std::int64_t first = std::max(begin - row * columns.y, columns.begin(column_tap));
        const std::int64_t last = std::min(end - row * columns.y, columns.end(column_tap));
        if (first < last)
          run((channel * rows.x + x_row) * columns.x + columns.at(first, column_tap),
              tap * (end - begin) + row * columns.y + first - begin, last - first);
      }
    }
  }
  template <class T>
  void set_patches(const T* x, std::int64_t begin, std::int64_t end,
                   std::vector<T>& patches) const {
    patches.assign(static_cast<std::size_t>(taps() * (end - begin)), T(0));
    for_each_run(begin, end, [&](std::int64_t from, std::int64_t to, std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i) patches[to + i] = x[from + i * axes[1].stride];
    });
  }
  template <class T>
  void add_patches(const std::vector<T>& patches, std::int64_t begin, std::int64_t end,
                   T* x) const {
    for_each_run(begin, end, [&](std::int64_t to, std::int64_t from, std::int64_t count) {
      for (std::int64_t i = 0; i < count; ++i) x[to + i * axes[1].stride] += patches[from + i];
    });
  }

 private:
  static std::int64_t at_least_1(std::int64_t count) { return std::max<std::int64_t>(1, count); }
  static std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }
};

/// A convolution over kAxes axes, 1 or 2: all of conv1d and conv2d.
template <std::size_t kAxes>
class Convolution {
 public:
  static constexpr Traits traits{.backward_reads_y = false};

  explicit Convolution(Attributes& a)
      : stride_(numbers(a, "stride", "how far the kernel moves at a time", 1, 1, kAxes)),
        padding_(numbers(a, "padding", kPadding, 0, 0, 2 * kAxes)),
        dilation_(numbers(a, "dilation", "distance of the kernel's taps", 1, 1, kAxes)),
        groups_(a.get<std::int64_t>("groups", "groups of channels that do not mix", 1)) {
    if (groups_ < 1)
      throw Error(text("groups is ", groups_, ": it must be at least 1")).about("groups");
  }

  void infer(Infer& shapes) const {
    const Dims &x = shapes[0], &weight = shapes[1];
    if (x.size() == kAxes + 2 && weight.size() == kAxes + 2) {
      Dims y = {x[0], weight[0]};
      for (std::size_t i = 0; i < kAxes; ++i) y.push_back(outputs(i, x[i + 2], weight[i + 2]));
      shapes.set_output(0, y);
    }
    shapes.unify();
    const char* times = groups_ > 1 ? " times 'groups'" : "";
    shapes.same(weight[1] * Dim(groups_), text("weight has I", times), x[1], "x has C");
    const auto O = weight[0].constant();
    if (O && *O % groups_ != 0)
      throw Error(text("weight has O = ", *O, ", which is no multiple of 'groups' = ", groups_))
          .about("groups");
    shapes.same(weight[0], "weight has O", Dim(groups_) * Dim::divide_exactly(weight[0], groups_),
                "a multiple of 'groups'");
  }
  /// A multiplication and an addition for each tap.
  Dim flops(const Infer& shapes) const {
    const Dims& weight = shapes[1];
    return 2 * product_of(shapes.output(0)) * product_of(Dims(weight.begin() + 1, weight.end()));
  }

  template <class T>
  void forward(In<T> x, Out<T> y) const {
    const ConvSizes size = sizes(x, y.dims(0));
    if (y.elements(0) == 0) return;
    const std::int64_t tiles = size.tiles();
    const std::int64_t grain = grain_of(size.taps() * size.tile());
    parallel_for(size.parts() * tiles, grain, [&](std::int64_t first, std::int64_t last) {
      std::vector<T> patches;
      for (std::int64_t i = first; i < last; ++i) {
        const std::int64_t part = i / tiles, begin = i % tiles * size.tile();
        const std::int64_t end = std::min(begin + size.tile(), size.places());
        size.set_patches(x.data(0) + part * size.x_elements(), begin, end, patches);
        const Matrix<T> out = size.tile_of(y.data(0), part, begin, end);
        for (std::int64_t o = 0; x.has(2) && o < size.outputs; ++o)
          std::fill_n(out.data + o * out.stride, end - begin,
                      x.data(2)[part % size.groups * size.outputs + o]);
        gemm<T>(size.weight_of(x.data(1), part % size.groups), size.matrix(patches, begin, end),
                out, 1, x.has(2) ? 1 : 0);
      }
    });
  }

  template <class T>
  void backward(In<T> x, In<T>, In<T> dy, Out<T> dx) const {
    for (const std::size_t i : {0, 1, 2})
      if (dx.wanted(i)) std::fill_n(dx.data(i), dx.elements(i), T(0));
    if (dy.elements(0) == 0) return;
    const ConvSizes size = sizes(x, dy.dims(0));
    if (dx.wanted(0)) backward_x(size, x, dy, dx);
    if (dx.wanted(1)) backward_weight(size, x, dy, dx);
    if (dx.wanted(2)) backward_bias(size, dy, dx);
  }

 private:
  static constexpr const char* kPadding =
      kAxes == 1 ? "zeros at both ends of x, or [before, after]"
                 : "zeros around x: a number, [rows, columns] or [top, left, bottom, right]";

  /// One number for all axes, or one each; padding may have two an axis.
  static std::vector<std::int64_t> numbers(Attributes& a, const char* name, const char* document,
                                           std::int64_t fallback, std::int64_t lowest,
                                           std::size_t most) {
    auto values = a.get<std::vector<std::int64_t>>(name, document, {fallback});
    const std::size_t count = values.size();
    if (count != 1 && count != kAxes && count != most)
      throw Error(text(name, " has ", count, " numbers: ", document)).about(name);
    for (const std::int64_t value : values)
      if (value < lowest)
        throw Error(text(name, " is ", value, ": it must be at least ", lowest)).about(name);
    while (values.size() < most) values.push_back(values[values.size() % count]);
    return values;
  }

  /// The size of y along an axis; Error when the kernel does not fit.
  Dim outputs(std::size_t axis, const Dim& x, const Dim& taps) const {
    if (taps == Dim(0))
      throw Error(text("weight has size 0 along axis ", axis + 2)).about("weight");
    const Dim padded = x + Dim(padding_[axis]) + Dim(padding_[axis + kAxes]);
    const Dim covered = (taps - 1) * Dim(dilation_[axis]) + 1;
    const Dim steps = padded - covered;
    if (steps.constant().value_or(0) < 0)
      throw Error(text("the kernel covers ", covered, " elements, but x with its padding has ",
                       padded, " along axis ", axis + 2))
          .about("x");
    return Dim::divide_down(steps, stride_[axis]) + 1;
  }

  template <class T>
  ConvSizes sizes(In<T> x, std::span<const std::int64_t> y) const {
    const auto dims = x.dims(0), weight = x.dims(1);
    ConvSizes size{dims[0], groups_, weight[1], weight[0] / groups_, {}};
    for (std::size_t i = 0; i < kAxes; ++i) {
      outputs(i, dims[i + 2], weight[i + 2]);
      size.axes[i + 2 - kAxes] = {stride_[i],  dilation_[i],  padding_[i],
                                  dims[i + 2], weight[i + 2], y[i + 2]};
    }
    return size;
  }

  template <class T>
  static void backward_x(const ConvSizes& size, In<T> x, In<T> dy, Out<T> dx) {
    parallel_for(size.parts(), 1, [&](std::int64_t first, std::int64_t last) {
      std::vector<T> patches;
      for (std::int64_t part = first; part < last; ++part) {
        T* dx_part = dx.data(0) + part * size.x_elements();
        const auto weight = transposed(size.weight_of(x.data(1), part % size.groups));
        size.for_each_tile([&](std::int64_t begin, std::int64_t end) {
          patches.resize(static_cast<std::size_t>(size.taps() * (end - begin)));
          gemm<T>(weight, size.tile_of(dy.data(0), part, begin, end),
                  Matrix<T>::dense(patches.data(), size.taps(), end - begin));
          size.add_patches(patches, begin, end, dx_part);
        });
      }
    });
  }
  template <class T>
  static void backward_weight(const ConvSizes& size, In<T> x, In<T> dy, Out<T> dx) {
    parallel_for(size.groups, 1, [&](std::int64_t first, std::int64_t last) {
      std::vector<T> patches;
      for (std::int64_t group = first; group < last; ++group) {
        const Matrix<T> dweight = size.weight_of(dx.data(1), group);
        for (std::int64_t part = group; part < size.parts(); part += size.groups)
          size.for_each_tile([&](std::int64_t begin, std::int64_t end) {
            size.set_patches(x.data(0) + part * size.x_elements(), begin, end, patches);
            gemm<T>(size.tile_of(dy.data(0), part, begin, end),
                    transposed(size.matrix(patches, begin, end)), dweight, 1, 1);
          });
      }
    });
  }
  template <class T>
  static void backward_bias(const ConvSizes& size, In<T> dy, Out<T> dx) {
    const std::int64_t channels = size.groups * size.outputs;
    for (std::int64_t channel = 0; channel < channels; ++channel) {
      double sum = 0;
      for (std::int64_t batch = 0; batch < size.batch; ++batch) {
        const T* g = dy.data(0) + (batch * channels + channel) * size.places();
        sum = std::accumulate(g, g + size.places(), sum);
      }
      dx.data(2)[channel] = static_cast<T>(sum);
    }
  }

  template <class T>
  static Matrix<T> transposed(Matrix<T> m) {
    return {m.data, m.columns, m.rows, m.stride, !m.transposed};
  }

  std::vector<std::int64_t> stride_, padding_, dilation_;  // padding before each axis, then after
  std::int64_t groups_;
};

}  // namespace atto
