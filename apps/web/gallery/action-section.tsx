import { actionWords } from '@khapdee/domain/words'
import { Printer, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  Button,
  buttonClass,
  type ButtonKind,
  WithTooltip,
  IconButton,
  SaveButton,
  Spinner,
} from '../src/ui/button.tsx'
import { CheckBox } from '../src/ui/fields/choice-fields.tsx'
import { Example, tallText } from './example.tsx'

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger']
const sizes = ['md', 'sm'] as const

/** Buttons and other controls to press. */
export function ActionSection() {
  return (
    <>
      <Example name="CheckBox">
        <CheckBoxes />
      </Example>
      <Example name="Button">
        <div className="flex flex-col gap-3">
          {kinds.flatMap((kind) =>
            sizes.map((size) => (
              <div key={`${kind} ${size}`} className="flex flex-wrap items-center gap-2">
                <Button kind={kind} size={size}>
                  {actionWords.save}
                </Button>
                <Button kind={kind} size={size} icon={Save}>
                  {actionWords.save}
                </Button>
                <Button kind={kind} size={size} icon={Save} pending>
                  {actionWords.save}
                </Button>
                <Button kind={kind} size={size} isDisabled>
                  {actionWords.save}
                </Button>
                <Button kind={kind} size={size}>
                  {tallText}
                </Button>
                <a href="#actions" className={buttonClass({ kind, size })}>
                  ลิงก์
                </a>
              </div>
            )),
          )}
        </div>
      </Example>
      <Example name="IconButton, WithTooltip">
        <div className="flex flex-wrap items-center gap-2">
          {kinds.map((kind) => (
            <IconButton
              key={kind}
              kind={kind}
              icon={Printer}
              label={`${actionWords.print} ${kind}`}
            />
          ))}
          <IconButton icon={Trash2} label={actionWords.delete} size="sm" />
          <IconButton icon={Trash2} label="ลบ (ปิดใช้งาน)" isDisabled />
          <IconButton icon={Trash2} label="ลบ (รอ)" pending />
          <WithTooltip text={tallText}>
            <Button>ชี้เพื่อดูคำอธิบาย</Button>
          </WithTooltip>
        </div>
      </Example>
      <Example name="Button, pending">
        <PendingButton />
      </Example>
      <Example name="SaveButton">
        <div className="flex flex-wrap items-center gap-2">
          <SaveButton form="gallery" />
          <SaveButton form="gallery" kind="secondary" />
          <SaveButton form="gallery" pending />
          <SaveButton form="gallery" isDisabled />
        </div>
      </Example>
      <Example name="Spinner">
        <Spinner size={24} />
      </Example>
    </>
  )
}

/** A button that is pending for two seconds after a press and ignores further presses meanwhile. */
function PendingButton() {
  const [pending, setPending] = useState(false)
  const [presses, setPresses] = useState(0)
  const save = () => {
    setPresses(presses + 1)
    setPending(true)
    setTimeout(() => setPending(false), 2000)
  }
  return (
    <div className="flex items-center gap-3">
      <Button icon={Save} pending={pending} onPress={save}>
        {actionWords.save}
      </Button>
      <output>บันทึกแล้ว {presses} ครั้ง</output>
    </div>
  )
}

function CheckBoxes() {
  const [chosen, setChosen] = useState<boolean | 'some'>('some')
  return (
    <div className="flex flex-wrap gap-4">
      {[true, false, 'some' as const].flatMap((checked) =>
        [false, true].map((isDisabled) => (
          <CheckBox
            key={`${checked} ${isDisabled}`}
            label={tallText}
            checked={checked}
            onChange={() => undefined}
            isDisabled={isDisabled}
          />
        )),
      )}
      <CheckBox label="เลือกทั้งหมด" checked={chosen} onChange={setChosen} />
    </div>
  )
}
