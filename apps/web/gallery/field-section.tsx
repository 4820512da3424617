import type { FieldProps } from '../src/ui/fields/field-frame.tsx'
import { type Sample, fieldKinds } from './field-kinds.tsx'
import { Example, longText, tallText } from './example.tsx'

interface State extends FieldProps {
  sample: Sample
}

const states: readonly State[] = [
  { label: 'ว่าง', sample: 'blank' },
  { label: 'มีข้อมูล', sample: 'usual' },
  { label: 'จำเป็นต้องกรอก', sample: 'blank', required: true, description: 'คำอธิบายใต้ช่อง' },
  { label: 'ผิดพลาด', sample: 'usual', error: 'กรุณาตรวจสอบข้อมูลในช่องนี้' },
  { label: 'ปิดใช้งาน', sample: 'usual', isDisabled: true },
  { label: longText, sample: 'long', description: longText, error: tallText, required: true },
]

/**
 * Every field in every state. The focused state is imitated by styles, because only one element can
 * have the focus.
 */
export function FieldSection() {
  return fieldKinds.map(({ name, Field }) => (
    <Example key={name} name={name}>
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {states.map((state) => (
          <Field key={state.label} {...state} />
        ))}
        <Field label="กำลังกรอก" sample="usual" inputRef={styleAsFocused} />
      </div>
    </Example>
  ))
}

function styleAsFocused(control: HTMLElement | null) {
  control?.closest('.control')?.setAttribute('data-focus-visible', '')
}
