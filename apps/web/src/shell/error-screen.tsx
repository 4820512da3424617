import { actionWords } from '@khapdee/domain/words'
import { useRouter } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { asApiError } from '../api/api-error.ts'
import { Button } from '../ui/button.tsx'
import { onReconnect } from './connection.ts'
import { ScreenMessage } from '../shared/screen.tsx'
import { isChunkLoadError } from './version.ts'

/**
 * Shown when a screen failed: the error with its reference for support, and a retry button.
 * Retries automatically when the connection is back.
 */
export function ErrorScreen({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter()
  const retry = async () => {
    await router.invalidate()
    reset()
  }
  const retryOnReconnect = useEffectEvent(() => void retry())
  useEffect(() => onReconnect(() => retryOnReconnect()), [])
  const isChunkMissing = isChunkLoadError(error)
  return (
    <ScreenMessage
      title={isChunkMissing ? 'โหลดไม่สำเร็จ' : 'เกิดข้อผิดพลาด'}
      action={
        <Button icon={RotateCw} onPress={() => void retry()}>
          {actionWords.retry}
        </Button>
      }
    >
      {isChunkMissing ? <p>หน้านี้ยังเปิดไม่ได้ในขณะนี้</p> : <Reason error={error} />}
    </ScreenMessage>
  )
}

function Reason({ error }: { error: unknown }) {
  const { message, requestId } = asApiError(error)
  return (
    <>
      <p>{message}</p>
      {requestId !== undefined && (
        <p className="text-sm text-muted">
          รหัสอ้างอิง <code>{requestId}</code>
        </p>
      )}
    </>
  )
}
