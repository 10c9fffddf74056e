# Steps of experiments. Finished steps are skipped, so that an interrupted experiment continues where it was.

# run COMMAND...: prints a command on standard error, since its output may be redirected, and runs it.
run() { printf '\n$ %s\n' "$*" >&2; "$@"; }

# Progress is shown on a terminal only.
quiet=()
[ -t 2 ] || quiet=(--quiet)

# smaller NUMBER [LIMIT]: prints the smaller of an experiment's number and the limit of an option, if it is given. The next functions apply it
# to --images, --budget, --train-images and --epochs.
smaller() { if [ -n "$2" ] && [ "$2" -lt "$1" ]; then echo "$2"; else echo "$1"; fi; }
at_most() { smaller "$1" "$images"; }
queries() { smaller "$1" "$budget"; }
trained_on() { smaller "$1" "$train_images"; }
passes() { smaller "$1" "$epochs"; }

# train NAME OPTION...: trains the victim $out/victims/NAME.pt. An interrupted training leaves no file of this name.
train() {
  local victim=$out/victims/$1.pt
  [ ! -e "$victim" ] || return 0
  mkdir -p "$out/victims"
  run "$bin/bo-train" "${@:2}" "${quiet[@]}" "${threads[@]}" --force --out "$out/victims/unfinished-$1.pt"
  mv "$out/victims/unfinished-$1.pt" "$victim"
}

# attack NAME OPTION...: makes or continues the run $out/runs/NAME.
attack() {
  local folder=$out/runs/$1
  if [ ! -e "$folder/run.sqlite" ]; then
    mkdir -p "$out/runs"
    run "$bin/bo-attack" "${@:2}" "${quiet[@]}" "${threads[@]}" --out "$folder" >/dev/null
  elif ! grep -q '"status": "complete"' "$folder/summary.json" 2>/dev/null; then
    run "$bin/bo-attack" --resume "${quiet[@]}" "${threads[@]}" --out "$folder" >/dev/null
  fi
}
