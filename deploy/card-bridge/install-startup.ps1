# Starts the card reader program without a window whenever this user signs in to Windows, and now.
# Run it once as the user of the counter, after the program has been started and paired; it needs no administrator:
#   powershell -ExecutionPolicy Bypass -File install-startup.ps1
$ErrorActionPreference = 'Stop'
$node = Get-Command node.exe -CommandType Application | Select-Object -First 1
$folder = [Environment]::GetFolderPath('Startup')
$file = Join-Path $folder 'Khapdee card reader.lnk'
$shortcut = (New-Object -ComObject WScript.Shell).CreateShortcut($file)
# A console program would open a window; conhost.exe runs it without one.
$shortcut.TargetPath = Join-Path $env:SystemRoot 'System32\conhost.exe'
$shortcut.Arguments = "--headless `"$($node.Source)`" card-bridge.js"
$shortcut.WorkingDirectory = $PSScriptRoot
$shortcut.Save()
Invoke-Item $file
Write-Output "The card reader program starts with Windows. To end that, delete $file"
