# Programs of tests/benchmarks, which are built when an experiment first needs them.

# study HEADING PROGRAM OPTION...: runs it, and adds what it prints to the table.
study() {
  local heading=$1 program=$2
  if [ ! -x "$bin/$program" ]; then
    [ "$bin" = "$root/build/release/bin" ] || fail "$bin/$program is missing: configure with -DBORA_BUILD_BENCHMARKS=ON and build it"
    run cmake -S "$root" -B "$root/build/release" -DBORA_BUILD_BENCHMARKS=ON >/dev/null
    run cmake --build "$root/build/release" --target "$program" >/dev/null
  fi
  printf '### %s\n\n' "$heading" >>"$out/table.md.part"
  run "$bin/$program" "${@:3}" >>"$out/table.md.part"
  echo >>"$out/table.md.part"
}

# reported_seeds: the seeds from 100 on, which no constant was chosen on.
reported_seeds() { printf '100-%d' $((99 + seeds)); }
