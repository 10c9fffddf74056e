# cmake -DOUTPUT=x.cc -DCHART_LIBRARY=<file> -DPAGE_STYLE=<file> -DPAGE_SCRIPT=<file> -P embed.cmake
# Writes the functions of embedded.h that return the files' content.
set(code "// Made by embed.cmake.\n#include \"tools/report/render/embedded.h\"\n\nnamespace bora {\n")
foreach(name chart_library page_style page_script)
  string(TOUPPER ${name} variable)
  file(READ ${${variable}} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND code "namespace {\nconstexpr char k_${name}[] = {${bytes}};\n}\n"
                     "std::string_view ${name}() { return {k_${name}, sizeof(k_${name})}; }\n")
endforeach()
file(WRITE ${OUTPUT} "${code}}  // namespace bora\n")
