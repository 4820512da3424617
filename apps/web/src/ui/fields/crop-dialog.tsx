import { Check } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { type PercentCrop, ReactCrop, centerCrop, makeAspectCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { Alert } from '../alert.tsx'
import { Button } from '../button.tsx'
import { Modal } from '../dialog.tsx'
import { type Area, cutOut } from './cut-out.ts'
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
      if (image.current !== null) onDone(await cutOut(image.current, chosen, file.name))
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
