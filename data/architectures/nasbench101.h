// Reader of NAS-Bench-101 in its authors' format.
#pragma once

#include <filesystem>

#include "data/architectures/nas_table.h"

namespace bora::data {

/// Returns whether a file begins like TFRecord, with a length and its correct checksum.
bool looks_like_tfrecord(const std::filesystem::path& file);

/// Reads one of the two files published by Ying et al. 2019: nasbench_only108.tfrecord or
/// nasbench_full.tfrecord. A record describes one training of a cell for 4, 12, 36 or 108 epochs, as JSON
/// with an encoded Protocol Buffers message. Each cell was trained three times for each number of epochs.
///
/// The table has one row per cell. Its name is that of Nb101Space; cells of fewer than seven nodes get
/// further nodes without inputs. Columns: val_accuracy and test_accuracy, in percent, means over the
/// trainings for 108 epochs; training_time, their mean duration in seconds; params, the number of trainable
/// weights; from the full file also val_accuracy_4, _12 and _36. Does not need TensorFlow, nor the whole file
/// in memory.
///
/// Throws InputError naming the file and the record if the file is truncated, a checksum is wrong, or a
/// record has another form.
NasTable read_nasbench101(const std::filesystem::path& file);

}  // namespace bora::data
