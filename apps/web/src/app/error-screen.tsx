import { useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { asApiError } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { ScreenMessage } from './screen-message.tsx'

/** A screen that failed: what to tell support, and another try. */
export function ErrorScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const { message, requestId } = asApiError(error)
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  return (
    <ScreenMessage
      title="เกิดข้อผิดพลาด"
      action={
        <Button icon={RotateCw} onPress={() => void retry()}>
          ลองอีกครั้ง
        </Button>
      }
    >
      <p>{message}</p>
      {requestId !== undefined && (
        <p className="text-sm text-muted">
          รหัสอ้างอิง <code>{requestId}</code>
        </p>
      )}
    </ScreenMessage>
  )
}
