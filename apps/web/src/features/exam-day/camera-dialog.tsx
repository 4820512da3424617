/** The dialog that scans the codes of slips with the camera, one after the other until it is closed. */
import { Flashlight, FlashlightOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { cameraProblem, closeCamera, hasLight, openCamera, setLight } from './camera.ts'
import { loadQrReader, readQr } from '../../shared/qr-reader.ts'
import { newScans } from './new-scans.ts'
import { scanWithCamera } from './words.ts'

/** Pause between two pictures, so that the phone stays cool. */
const pauseMs = 100
/** Larger pictures take longer and are not read better. */
const maxWidth = 960
const vibrateMs = 80

interface CameraDialogProps {
  /** Called with the text of each code, once while it is held before the camera. */
  onScan: (text: string) => void
  onClose: () => void
  /** The answer to the last scan. */
  children: ReactNode
}

type State = { kind: 'opening' | 'scanning' } | { kind: 'failed'; problem: string }

export function CameraDialog({ onScan, onClose, children }: CameraDialogProps) {
  const [attempt, setAttempt] = useState(0)
  return (
    <Modal isOpen onClose={onClose} title={scanWithCamera} size="sm">
      <div className="flex flex-col gap-3">
        <Scanner key={attempt} onScan={onScan} onRetry={() => setAttempt((count) => count + 1)} />
        {children}
      </div>
    </Modal>
  )
}

/** The picture of the camera, which is in use while this is mounted. */
function Scanner({ onScan, onRetry }: { onScan: (text: string) => void; onRetry: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<State>({ kind: 'opening' })
  const [stream, setStream] = useState<MediaStream | null>(null)
  const [isLit, setLit] = useState(false)
  const scanned = useEffectEvent((text: string) => {
    navigator.vibrate?.(vibrateMs)
    onScan(text)
  })
  useEffect(() => {
    const stop = new AbortController()
    const fail = (problem: string) => {
      if (!stop.signal.aborted) setState({ kind: 'failed', problem })
      stop.abort()
    }
    const scan = async () => {
      const opened = await openCamera()
      stop.signal.addEventListener('abort', () => closeCamera(opened))
      if (stop.signal.aborted || video.current === null) return closeCamera(opened)
      for (const track of opened.getVideoTracks()) {
        track.addEventListener('ended', () => fail('กล้องหยุดทำงาน กรุณาลองอีกครั้ง'))
      }
      setStream(opened)
      video.current.srcObject = opened
      await video.current.play()
      await loadQrReader().catch(() => fail('โหลดตัวอ่านรหัสไม่ได้ กรุณาตรวจสอบอินเทอร์เน็ต'))
      if (stop.signal.aborted) return
      setState({ kind: 'scanning' })
      await scanPictures(video.current, (text) => scanned(text), stop.signal)
    }
    scan().catch((cause: unknown) => fail(cameraProblem(cause)))
    return () => stop.abort()
  }, [])
  if (state.kind === 'failed') {
    return <RecordLoading error={{ message: state.problem }} onRetry={onRetry} />
  }
  return (
    <>
      <div className="relative overflow-hidden rounded-md bg-neutral-soft">
        {/* The picture has no sound, and what it shows is announced as the answer below. */}
        <video
          ref={video}
          muted
          playsInline
          aria-label="ภาพจากกล้อง"
          className="aspect-[4/3] w-full object-cover"
        />
        <div
          aria-hidden
          className="pointer-events-none absolute inset-0 m-auto aspect-square h-3/5 rounded-lg border-4 border-white/80"
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <output className="text-muted">
          {state.kind === 'opening'
            ? 'กำลังเปิดกล้อง กรุณาอนุญาตให้ใช้กล้อง'
            : 'ถือใบนัดสอบให้รหัส QR อยู่ในกรอบ'}
        </output>
        {stream !== null && hasLight(stream) && (
          <Button
            size="sm"
            icon={isLit ? FlashlightOff : Flashlight}
            onPress={() => void setLight(stream, !isLit).then(setLit)}
          >
            {isLit ? 'ปิดไฟ' : 'เปิดไฟ'}
          </Button>
        )}
      </div>
    </>
  )
}

/** Reads one picture after the other until the signal, and calls `onScan` with each new code. */
async function scanPictures(
  video: HTMLVideoElement,
  onScan: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const isNew = newScans()
  if (context === null) return
  while (!signal.aborted) {
    const { videoWidth, videoHeight } = video
    if (videoWidth > 0) {
      const scale = Math.min(1, maxWidth / videoWidth)
      canvas.width = Math.round(videoWidth * scale)
      canvas.height = Math.round(videoHeight * scale)
      context.drawImage(video, 0, 0, canvas.width, canvas.height)
      const text = await readQr(context.getImageData(0, 0, canvas.width, canvas.height))
      if (!signal.aborted && text !== null && isNew(text, performance.now())) onScan(text)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
