#!/bin/bash
# Tries the hall with requests that schemathesis generates from its own API document: studies, reviews, the archive and
# the lab. Answers of the server's own fault, and those that the document does not describe, are failures.
#
#   pip install schemathesis==4.32.5; fuzz/http.sh target/debug/yiqi [EXAMPLES] [SEED]
set -euo pipefail
program=${1:?the program}; examples=${2:-60}; seed=${3:-1}
folder=$(mktemp -d)
"$program" serve --listen 127.0.0.1:0 --data "$folder/data" > "$folder/hall.log" 2>&1 &
hall=$!
trap 'kill $hall; wait $hall || true; rm -rf "$folder"' EXIT
for _ in $(seq 100); do
  url=$(grep -o 'http://127[^ /]*' "$folder/hall.log" | head -1) && break || sleep 0.1
done
# Half of the requests know a study that exists; variants that exist reach further than made-up ones.
study=$(curl -sf "$url/api/studies" -H 'content-type: application/json' \
  -d '{"kind":"position","variant":"xiangqi","moves":["h2e2","h9g7"]}' | grep -o '"id":"[^"]*"' | head -1 | cut -d'"' -f4)
cat > "$folder/schemathesis.toml" <<END
[parameters]
"path.id" = "$study"
"body.variant" = ["xiangqi", "draughts", "gomoku", "reversi"]
END
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
paths=(--include-path-regex '^/api/(studies|archive|lab)' --exclude-path-regex live)
st run "$url/api/openapi.json" "${paths[@]}" --checks "$checks" --max-examples "$examples" --continue-on-failure --seed "$seed"
st --config-file "$folder/schemathesis.toml" run "$url/api/openapi.json" "${paths[@]}" --exclude-method DELETE \
  --checks "$checks" --phases fuzzing --max-examples "$examples" --continue-on-failure --seed "$seed"
if grep -q panicked "$folder/hall.log"; then cat "$folder/hall.log"; exit 1; fi
