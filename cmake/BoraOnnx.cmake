# Finds ONNX. Sets bora_onnx and bora_onnx_proto to the targets of its libraries: with the namespace ONNX:: in newer
# releases (1.17 in Debian 13), without one in older ones (1.12 in Debian 12).
find_package(Protobuf REQUIRED)
find_package(ONNX REQUIRED)
foreach(_library onnx onnx_proto)
  set(bora_${_library} ${_library})
  if(TARGET ONNX::${_library})
    set(bora_${_library} ONNX::${_library})
  endif()
endforeach()
