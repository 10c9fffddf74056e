# Sourced after attack_runs.sh by scripts that attack servers of fake_kserve.py: changes to $work and writes images for them to data/ there.
fake=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/programs/fake_kserve.py
bin=$(readlink -f "$bin")
cd "$work" || exit 1
mkdir data
python3 "$fake" --data data || fail "no data"
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; rm -rf "$work"' EXIT

# served NAME [OPTION...]: starts a server that logs into NAME.log and sets $url to its address and $server to its process.
served() {
  local name=$1
  shift
  rm -f "$name.port"
  : >"$name.log"
  python3 "$fake" "$name.port" --log "$name.log" "$@" &
  server=$!
  servers+=("$server")
  until [ -s "$name.port" ]; do kill -0 $server 2>/dev/null || fail "no server $name"; sleep 0.02; done
  url=http://127.0.0.1:$(cat "$name.port")/v2/models/toy
}
# seen NAME: the number of inputs that a server has received.
seen() { awk '{ n += $1 } END { print n + 0 }' "$1.log"; }
