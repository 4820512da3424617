import { Check } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { centerCrop, makeAspectCrop, type PercentCrop, ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Button } from '../button.tsx'
import { Modal } from '../dialog.tsx'
import { Alert } from '../feedback.tsx'
import type { FileEditorProps } from './upload-field.tsx'

const labels = {
  cropArea: 'กรอบรูป ใช้ปุ่มลูกศรเพื่อเลื่อน',
  nwDragHandle: 'มุมซ้ายบน ใช้ปุ่มลูกศรเพื่อปรับขนาด',
  nDragHandle: 'ขอบบน ใช้ปุ่มลูกศรเพื่อปรับขนาด',
  neDragHandle: 'มุมขวาบน ใช้ปุ่มลูกศรเพื่อปรับขนาด',
  eDragHandle: 'ขอบขวา ใช้ปุ่มลูกศรเพื่อปรับขนาด',
  seDragHandle: 'มุมขวาล่าง ใช้ปุ่มลูกศรเพื่อปรับขนาด',
  sDragHandle: 'ขอบล่าง ใช้ปุ่มลูกศรเพื่อปรับขนาด',
  swDragHandle: 'มุมซ้ายล่าง ใช้ปุ่มลูกศรเพื่อปรับขนาด',
  wDragHandle: 'ขอบซ้าย ใช้ปุ่มลูกศรเพื่อปรับขนาด',
}

const unreadable = 'เปิดรูปนี้ไม่ได้ กรุณาเลือกไฟล์อื่น'

/** The largest square in the middle. */
const middle = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): PercentCrop => {
  const whole = width < height ? { width: 100 } : { height: 100 }
  return centerCrop(makeAspectCrop({ unit: '%', ...whole }, 1, width, height), width, height)
}

/** Chooses the square of a picture that is kept; by mouse, finger or arrow keys. */
export function CropDialog({ file, onDone, onClose }: FileEditorProps) {
  const image = useRef<HTMLImageElement>(null)
  const [area, setArea] = useState<PercentCrop>()
  const [problem, setProblem] = useState<string>()
  const show = useCallback(
    (shown: HTMLImageElement) => {
      image.current = shown
      shown.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(shown.src)
    },
    [file],
  )

  async function finish(chosen: Area): Promise<void> {
    try {
      if (image.current !== null) onDone(await cropToSquare(image.current, chosen, file.name))
    } catch {
      setProblem(unreadable)
    }
  }

  return (
    <Modal
      isOpen
      onClose={onClose}
      title="เลือกส่วนของรูป"
      actions={
        <>
          <Button onPress={onClose}>ยกเลิก</Button>
          <Button
            kind="primary"
            icon={Check}
            isDisabled={area === undefined}
            onPress={() => area && void finish(area)}
          >
            ใช้รูปนี้
          </Button>
        </>
      }
    >
      {problem !== undefined && <Alert tone="error">{problem}</Alert>}
      <div className="flex justify-center">
        <ReactCrop
          {...(area && { crop: area })}
          onChange={(_, percent) => setArea(percent)}
          aspect={1}
          minWidth={40}
          keepSelection
          circularCrop
          ariaLabels={labels}
        >
          {problem === undefined && (
            <img
              ref={show}
              alt="รูปที่เลือก"
              className="max-h-[55dvh]"
              onLoad={({ currentTarget }) => setArea(middle(currentTarget))}
              onError={() => setProblem(unreadable)}
            />
          )}
        </ReactCrop>
      </div>
      <p className="mt-2 text-center text-xs text-muted">
        ลากกรอบเพื่อเลื่อน ลากมุมเพื่อปรับขนาด หรือใช้ปุ่มลูกศร
      </p>
    </Modal>
  )
}

/** A part of a picture as a picture of its own. */

/** In percent of the picture's sides. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Of the side, in pixels: enough for a card that is printed. */
const maxSide = 800
const quality = 0.9

/**
 * Draws a square of `image`, which has been loaded, as a JPEG on white.
 * @param name of the picture's file; the ending becomes that of a JPEG
 * @throws where the browser cannot draw it
 */
export async function cropToSquare(
  image: HTMLImageElement,
  { x, y, width, height }: Area,
  name: string,
): Promise<File> {
  const { naturalWidth, naturalHeight } = image
  const from = [
    (x / 100) * naturalWidth,
    (y / 100) * naturalHeight,
    (width / 100) * naturalWidth,
    (height / 100) * naturalHeight,
  ] as const
  const side = Math.max(1, Math.min(maxSide, Math.round(from[2])))
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(image, ...from, 0, 0, side, side)
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', quality),
  )
  if (blob === null) throw new Error('no picture')
  return new File([blob], `${name.replace(/\.\w+$/, '')}.jpg`, { type: blob.type })
}
