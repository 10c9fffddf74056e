// Reader of NAS-Bench-101 in its authors' format.
#pragma once

#include <filesystem>

#include "data/architectures/nas_table.h"

namespace bora::data {

/// Returns whether a file begins as TFRecord does: with a length whose checksum is right.
bool looks_like_tfrecord(const std::filesystem::path& file);

/// Reads one of the two files published by Ying et al. 2019: nasbench_only108.tfrecord or
/// nasbench_full.tfrecord. A record describes three trainings of a cell for some epochs, as JSON around a
/// Protocol Buffers message. There is one row per cell; its name is that of Nb101Space, with cells of fewer
/// than seven nodes filled up with nodes without inputs. Columns: val_accuracy and test_accuracy, in percent,
/// means of the three trainings for 108 epochs; training_time, their mean seconds; params, the number of
/// trainable weights; of the full file also val_accuracy_4, _12 and _36. TensorFlow is not needed, and the
/// file is not held in memory as a whole.
///
/// Throws InputError naming the file and the record if the file is cut short, a checksum is wrong, or a
/// record is of another kind.
NasTable read_nasbench101(const std::filesystem::path& file);

}  // namespace bora::data
