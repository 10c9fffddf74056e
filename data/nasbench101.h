// NAS-Bench-101 as its authors publish it.
#pragma once

#include <filesystem>

#include "data/nas_table.h"

namespace bora {

/// Whether a file begins as TFRecord does: a length whose checksum is right.
bool looks_like_tfrecord(const std::filesystem::path& file);

/// Reads nasbench_only108.tfrecord or nasbench_full.tfrecord (Ying et al. 2019): records of one cell's three
/// trainings for so many epochs, as JSON around a Protocol Buffers message. A row a cell; its name is that of
/// Nb101Space, cells of fewer than seven nodes filled up with nodes that nothing leads to. Columns:
/// val_accuracy and test_accuracy, in percent, means of the three trainings for 108 epochs; training_time,
/// their mean seconds; params, trainable weights; of the full file also val_accuracy_4, _12 and _36. Neither
/// TensorFlow nor all of the file in memory is needed.
///
/// Throws InputError naming the file and the record: where it is cut short, a checksum is wrong, or a record
/// is none of that kind.
NasTable read_nasbench101(const std::filesystem::path& file);

}  // namespace bora
