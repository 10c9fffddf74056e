#!/usr/bin/env bash
# Every option that sends queries: a run bills as many inputs as the server received, also after it was killed.   query_count_test.sh BIN
. "$(dirname "$0")/../attack_runs.sh"
. "$(dirname "$0")/fake_servers.sh"
billed() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1] + "/summary.json"))["cost"]["inputs"])' "$1"; }
attack=("$bin/bo-attack" --data data --budget 24 --clean-images 20 --batch 3 --price-per-1000 1 --quiet)

# counted NAME SERVER [OPTION...]: a run with these options bills what the server received.
counted() {
  local name=$1 server=$2 before usual=()
  shift 2
  [[ "$*" =~ --norm|semantic ]] || usual+=(--eps 0.05)
  [[ "$*" =~ --range ]] || usual+=(--images 4)
  before=$(seen "$server")
  url=http://127.0.0.1:$(cat "$server.port")/v2/models/toy
  "${attack[@]}" --model "$url" --out "$name" "${usual[@]}" "$@" >/dev/null 2>"$name.err" || fail "$name: ended with $?: $(tail -1 "$name.err")"
  before=$(($(seen "$server") - before))
  [ "$before" = "$(billed "$name")" ] || fail "$name: the server received $before inputs, $(billed "$name") are billed"
}

served calm
served noisy --noise 0.2
served top --top 3
served unsteady --fail 0.05
counted scores calm --attack bo,square,random
counted targets calm --attack square,random --targets 2
counted range calm --attack square --range 3-9
counted label calm --attack rays,square,random --visible label
counted best calm --attack bo,square --visible top-3
counted best-of-server top --attack bo,square --visible top-3 --output scores --top-labels indices --classes 10
counted l2 calm --attack square,hop-skip-jump --norm l2
counted l0 calm --attack sparse-rs,random --norm l0 --eps 3
counted minimise calm --attack square,bo --minimise
counted universal calm --attack random,square --universal 5
counted semantic calm --attack bo,random --threat semantic --semantic brightness=-0.3:0.3,contrast=0.5:1.5
counted smooth calm --attack square --defence smooth:0.05:5
counted random noisy --attack square,random
counted average noisy --attack square --minimise --average 2 --repeats 5 --success-in 4
counted parallel unsteady --attack square,random --concurrency 3
counted retried unsteady --attack random --universal 5

# A server that asks to wait: the wait is told when it begins.
served busy --busy 30 5
counted waited busy --attack random
grep -q 'too many requests.*; the request is sent again after 5 s, until 20' waited.err || fail "no word of a wait: $(cat waited.err)"

# A run that is killed and resumed bills no less than what the server received: in the attacks, the verification or the checks. It bills
# what the last process may have sent.
progress() {
  sqlite3 -readonly killed/run.sqlite "SELECT (SELECT count(*) FROM queries) +
    (SELECT total(value) FROM run WHERE key IN ('verification_queries', 'check_queries'))" 2>/dev/null | cut -d. -f1 | grep . || echo 0
}
before=$(seen noisy)
url=http://127.0.0.1:$(cat noisy.port)/v2/models/toy
killing=("${attack[@]}" --model "$url" --attack square,random --images 4 --eps 0.05 --out killed)
for kill in 1 2 3 4 5 6 7 8; do
  begun=$(progress)
  BORA_COMMANDS="" "${killing[@]}" >/dev/null 2>killed.err & process=$!
  until [ "$(progress)" -ge $((begun + 40)) ] || ! kill -0 $process 2>/dev/null; do sleep 0.01; done
  kill -9 $process 2>/dev/null
  wait $process 2>/dev/null
  killing=("$bin/bo-attack" --resume --out killed --quiet)
done
"${killing[@]}" >/dev/null 2>killed.err || fail "killed: ended with $?: $(tail -1 killed.err)"
before=$(($(seen noisy) - before))
[ "$(billed killed)" -ge "$before" ] || fail "killed: the server received $before inputs, only $(billed killed) are billed"
[ "$(billed killed)" -le $((before + 8 * 20)) ] || fail "killed: the server received $before inputs, but $(billed killed) are billed"
finish
