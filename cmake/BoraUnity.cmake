# Compiles several sources as one translation unit ("unity build"): half of the time of a compilation goes into templates
# that the neighbours instantiate again.
#
# Off unless the preset says otherwise: release, asan, tsan and package have it, dev does not, so that a file that relies
# on its neighbour's includes does not compile there.
option(BORA_UNITY "Compile the sources of a folder a few at a time" OFF)
set(BORA_UNITY_FILES 16 CACHE STRING "How many sources at most are compiled as one translation unit")

# bora_together(<name> <most> <source>...): these are compiled so many at a time, with BORA_UNITY or without it.
function(bora_together name most)
  list(LENGTH ARGN count)
  if(count LESS 2)
    return()
  endif()
  # As few units as possible, of about equal size.
  math(EXPR units "(${count} + ${most} - 1) / ${most}")
  set(number 0)
  foreach(source IN LISTS ARGN)
    math(EXPR unit "${number} * ${units} / ${count}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${unit})
    math(EXPR number "${number} + 1")
  endforeach()
endfunction()

# bora_unity(<target>): the sources of a folder are compiled together, but for those that have a group. What they name in
# anonymous namespaces is therefore unique within the folder.
function(bora_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(NOT BORA_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(folders "")
  foreach(source IN LISTS sources)
    get_source_file_property(group ${source} UNITY_GROUP)
    if(source MATCHES "\\.cc$" AND NOT group)
      get_filename_component(folder ${source} DIRECTORY)
      string(MAKE_C_IDENTIFIER "in_${folder}" folder)
      list(APPEND folders ${folder})
      list(APPEND files_${folder} ${source})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder IN LISTS folders)
    bora_together(${folder} ${BORA_UNITY_FILES} ${files_${folder}})
  endforeach()
endfunction()
