# Starts the card reader program without a window whenever this user signs in to Windows, and again when it ends.
# Run it once, after the program has been started and paired:
#   powershell -ExecutionPolicy Bypass -File install-startup.ps1
$name = 'Khapdee card reader'
$node = (Get-Command node -ErrorAction Stop).Source
$action = New-ScheduledTaskAction -Execute 'conhost.exe' `
  -Argument "--headless `"$node`" card-bridge.js" -WorkingDirectory $PSScriptRoot
$trigger = New-ScheduledTaskTrigger -AtLogOn -User "$env:USERDOMAIN\$env:USERNAME"
$settings = New-ScheduledTaskSettingsSet -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries `
  -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1)
Register-ScheduledTask -TaskName $name -Action $action -Trigger $trigger -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName $name
Write-Output "$name starts with Windows. To remove it: Unregister-ScheduledTask -TaskName '$name'"
