# Sourced by scripts that call commands often.
# host_commands BIN FOLDER: starts a host of commands, fills FOLDER with links to the programs in BIN and sets bin to FOLDER. The host
# executes the commands in FOLDER. It does not pass on limits and ignored signals, and a command that gets kill -9 may outlive its caller
# for a moment; where this matters, put BORA_COMMANDS="" before the command, which then runs as a process of its own, as for users. All
# commands do so if a library was built after the host, because the host would test its old code.
# Wait for processes by their number: bash 5.2's "wait" without one sometimes waits for the host, which ends only after the script.
host_commands() {
  local name newer parent=$BASHPID  # in the line of a command with & it would be the new process
  bin=$2
  mkdir -p "$bin"
  ln -s "$1"/* "$bin"
  newer=$(find "$1/.." -maxdepth 3 -path '*/tests' -prune -o -name 'lib*.a' -newer "$1/command_host" -print -quit 2>&1)
  if [ -n "$newer" ]; then
    echo "commands start by themselves, slowly: command_host is to be built again ($newer)" >&2
    return
  fi
  for name in assess attack nas opt train; do ln -sf "$1/command_call" "$bin/bo-$name"; done
  export BORA_COMMANDS=$bin/socket
  "$1/command_host" "$BORA_COMMANDS" "$parent" </dev/null >/dev/null &
  disown
}
