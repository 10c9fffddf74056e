# Compiles files into a library, so that programs do not need them at run time.
#
# bora_embed(<target> HEADER <header> [FILES <function>=<file>...] [TEMPLATES <function> <file>...])
#   FILES: each function returns the content of its file as std::string_view.
#   TEMPLATES: the function returns all of the files as EmbeddedFiles (report/views/html/embedded.h), each under its
#   name without the extension.
# <header> declares the functions. This file is also the script that writes their definitions when the target is built.
function(bora_embed target)
  cmake_parse_arguments(PARSE_ARGV 1 _embed "" "HEADER" "FILES;TEMPLATES")
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_embedded.cc)
  set(files ${_embed_TEMPLATES})
  if(files)
    list(POP_FRONT files)
  endif()
  foreach(pair IN LISTS _embed_FILES)
    string(REGEX REPLACE "^[^=]*=" "" file "${pair}")
    list(APPEND files "${file}")
  endforeach()
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DHEADER=${_embed_HEADER} "-DFILES=${_embed_FILES}"
            "-DTEMPLATES=${_embed_TEMPLATES}" -P ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    DEPENDS ${files} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
    VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  return()
endif()

# Sets `definition` to the C++ definition of an array k_<name> with the content of a file.
function(_array name file definition)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  set(${definition} "namespace {\nconstexpr char k_${name}[] = {${bytes}};\n}\n" PARENT_SCOPE)
endfunction()

set(code "// Made by BoraEmbed.cmake.\n#include \"${HEADER}\"\n\nnamespace bora::report {\n")
foreach(pair IN LISTS FILES)
  string(REGEX MATCH "^([^=]*)=(.*)$" _ "${pair}")
  set(name ${CMAKE_MATCH_1})
  _array(${name} ${CMAKE_MATCH_2} definition)
  string(APPEND code "${definition}std::string_view ${name}() { return {k_${name}, sizeof(k_${name})}; }\n")
endforeach()
if(TEMPLATES)
  list(POP_FRONT TEMPLATES function)
  set(entries "")
  foreach(file IN LISTS TEMPLATES)
    get_filename_component(name ${file} NAME_WE)
    _array(template_${name} ${file} definition)
    string(APPEND code "${definition}")
    string(APPEND entries "{\"${name}\", {k_template_${name}, sizeof(k_template_${name})}}, ")
  endforeach()
  string(APPEND code "namespace {\nconstexpr EmbeddedFile k_files[] = {${entries}};\n}\n"
                     "EmbeddedFiles ${function}() { return k_files; }\n")
endif()
file(WRITE ${OUTPUT} "${code}}  // namespace bora::report\n")
