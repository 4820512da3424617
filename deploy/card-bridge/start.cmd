@echo off
rem Starts the card reader program: start.cmd https://school.example
cd /d "%~dp0"
where node >nul 2>nul || (
  echo Node.js is missing: install it from https://nodejs.org and start again.
  exit /b 1
)
if not exist node_modules (
  call npm install --omit=dev || exit /b 1
)
node card-bridge.js %*
