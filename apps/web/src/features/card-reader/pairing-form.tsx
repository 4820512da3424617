/** Pairs this browser with the card reader program of the computer. */
import { useState } from 'react'
import { alerts } from '../../shared/alerts.ts'
import {
  localFailureMessage,
  pairBridge,
  unpairBridge,
} from '../../shared/customer/card-sources.ts'
import { useCardSettings } from '../../shared/customer/card-settings.ts'
import { Button } from '../../ui/button.tsx'
import { InputField } from '../../ui/fields/text-fields.tsx'
import { useSingleFlight } from '../../use-single-flight.ts'

interface PairingFormProps {
  /** Whether the program does not accept this browser, or no longer does. */
  isRefused: boolean
  onPaired: () => void
}

export function PairingForm({ isRefused, onPaired }: PairingFormProps) {
  const { token } = useCardSettings()
  const [code, setCode] = useState('')
  const { run: pair, pending } = useSingleFlight(async () => {
    const failure = await pairBridge(code)
    if (failure !== null) {
      const message =
        failure === 'NOT_PAIRED'
          ? 'รหัสจับคู่ไม่ถูกต้องหรือหมดอายุ กรุณาขอรหัสใหม่จากโปรแกรมอ่านบัตร แล้วกรอกภายใน 10 นาที'
          : localFailureMessage(failure)
      alerts.warning(`จับคู่ไม่สำเร็จ: ${message}`)
      return
    }
    setCode('')
    alerts.success('จับคู่กับโปรแกรมอ่านบัตรแล้ว')
    onPaired()
  })
  /** Whether the form replaces the pressed button and then takes over its focus. */
  const [isUnpaired, setUnpaired] = useState(false)
  const { run: unpair, pending: isUnpairing } = useSingleFlight(async () => {
    setUnpaired(true)
    await unpairBridge()
  })
  if (token !== '' && !isRefused) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>จับคู่กับโปรแกรมอ่านบัตรแล้ว</p>
        <Button kind="quiet" pending={isUnpairing} onPress={() => void unpair()}>
          เลิกจับคู่
        </Button>
      </div>
    )
  }
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void pair()
      }}
    >
      <InputField
        label="รหัสจับคู่ที่โปรแกรมแสดง"
        placeholder="XXXX-XXXX"
        ignoreThaiLayout="code"
        autoFocus={isUnpaired}
        value={code}
        onChange={setCode}
        className="min-w-0 flex-1"
      />
      <Button type="submit" pending={pending} isDisabled={code.trim() === ''}>
        จับคู่
      </Button>
    </form>
  )
}
