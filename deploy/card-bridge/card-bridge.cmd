@echo off
rem Starts the card reader program: card-bridge.cmd https://school.example
cd /d "%~dp0"
node --version >nul 2>nul
if errorlevel 1 (
  echo Node.js is missing: install it from https://nodejs.org and start again.
  pause
  exit /b 1
)
if not exist node_modules\koffi call npm install --omit=dev
if not exist node_modules\koffi (
  echo The package koffi was not installed. See the messages above, and start again.
  pause
  exit /b 1
)
node card-bridge.js %*
if errorlevel 1 (
  pause
  exit /b 1
)
