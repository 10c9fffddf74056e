// Namespaces of the library, one for each folder, and the layers that each can use. Names of common/ are in
// the namespace bora itself.
//
// A namespace can use the names of the layers below it without qualification. The include roots of the build
// enforce the same dependencies for files (cmake/BoraTargets.cmake). Each header in attacks/ and models/
// includes this one, directly or through another header.
#pragma once

namespace bora {

namespace runs {}
namespace surrogates {}
namespace data {}

namespace models {
using namespace data;
}

namespace attacks {
using namespace models;
using namespace runs;
using namespace surrogates;
}  // namespace attacks

namespace nas {
using namespace attacks;
}

namespace tuning {
using namespace data;
using namespace runs;
using namespace surrogates;
}  // namespace tuning

namespace report {
using namespace nas;
using namespace tuning;
}  // namespace report

namespace tools {
using namespace report;
}

}  // namespace bora
