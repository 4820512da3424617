#!/bin/sh
# Starts the card reader program: ./card-bridge.sh https://school.example
cd "$(dirname "$0")" || exit 1
[ -d node_modules/koffi ] || npm install --omit=dev || exit 1
exec node card-bridge.js "$@"
