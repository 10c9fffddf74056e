# Sourced by scripts that call commands often.
# host_commands BIN FOLDER: starts a host of commands, and sets bin to FOLDER, which holds links to what BIN holds; its commands are calls
# of the host. What the host does not pass on (limits, ignored signals, a kill -9 after which the command is gone when the script goes on)
# needs BORA_COMMANDS="" before the command: it is then a process of its own, as users start it.
host_commands() {
  local name parent=$BASHPID  # in the line of a command with & it would be the new process
  mkdir -p "$2"
  ln -s "$1"/* "$2"
  for name in assess attack nas opt train; do ln -sf "$1/command_call" "$2/bo-$name"; done
  bin=$2
  export BORA_COMMANDS=$2/socket
  "$1/command_host" "$BORA_COMMANDS" "$parent" </dev/null >/dev/null &
  disown
}
