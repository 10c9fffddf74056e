# Sourced by scripts that call commands often.
# host_commands BIN FOLDER: starts a host of commands, and sets bin to FOLDER, which holds links to what BIN holds; its commands are calls
# of the host. What the host does not pass on (limits, ignored signals, a kill -9 after which the command is gone when the script goes on)
# needs BORA_COMMANDS="" before the command: it is then a process of its own, as users start it. Where a library of the product was built
# after the host, which would test the library's old code, all commands are such processes.
# Wait for processes by their number: bash 5.2's "wait" without one sometimes waits for the host, which does not end before the script.
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
