# Compiles several sources as one translation unit ("unity build"), which halves the time: otherwise each source
# instantiates the same templates again.
#
# Off by default. The presets release, asan, tsan and package switch it on; dev does not, so that a file that relies on
# the includes of another file does not compile there.
option(BORA_UNITY "Compile several sources of a library as one translation unit" OFF)
set(BORA_UNITY_FILES 16 CACHE STRING "Largest number of sources in one translation unit")

# bora_together(<name> <most> <source>...) compiles these sources in groups of at most <most>, also without BORA_UNITY.
function(bora_together name most)
  list(LENGTH ARGN count)
  if(count LESS 2)
    return()
  endif()
  # The fewest possible units, of about equal size.
  math(EXPR units "(${count} + ${most} - 1) / ${most}")
  set(number 0)
  foreach(source IN LISTS ARGN)
    math(EXPR unit "${number} * ${units} / ${count}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name}_${unit})
    math(EXPR number "${number} + 1")
  endforeach()
endfunction()

# bora_unity(<target>) compiles the sources of a library or test together, in their order, except those in a group of
# bora_together(). Names in anonymous namespaces must therefore be unique within a library.
function(bora_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(NOT BORA_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(chosen "")
  foreach(source IN LISTS sources)
    get_source_file_property(group ${source} UNITY_GROUP)
    if(source MATCHES "\\.cc$" AND NOT group)
      list(APPEND chosen ${source})
    endif()
  endforeach()
  bora_together(${target} ${BORA_UNITY_FILES} ${chosen})
endfunction()
