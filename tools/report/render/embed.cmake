# cmake -DOUTPUT=x.cc -DHEADER=a/b.h -DCHART_LIBRARY=<file> ... -P embed.cmake
# Writes the functions that the header declares for the files named: chart_library() and so on, each the content of its file.
set(code "// Made by embed.cmake.\n#include \"${HEADER}\"\n\nnamespace bora {\n")
foreach(name chart_library page_style page_script summary_schema assessment_script)
  string(TOUPPER ${name} variable)
  if(NOT DEFINED ${variable})
    continue()
  endif()
  file(READ ${${variable}} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND code "namespace {\nconstexpr char k_${name}[] = {${bytes}};\n}\n"
                     "std::string_view ${name}() { return {k_${name}, sizeof(k_${name})}; }\n")
endforeach()
file(WRITE ${OUTPUT} "${code}}  // namespace bora\n")
