/** The picture of the slip of a transfer, whose reference is read from its QR code. */
import { slipFile } from '@khapdee/contract/entities/application-shapes'
import { fieldMeta } from '@khapdee/contract/field-meta'
import { banks } from '@khapdee/domain/banks'
import type { SlipCode } from '@khapdee/domain/slip-qr'
import { useRef, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { FormUpload } from '../../crud/form-upload.tsx'
import { readSlip } from '../../shared/read-slip.ts'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import type { StoredUpload } from '../../ui/fields/use-upload.ts'
import { bankReferenceLabel } from './line-values.ts'

const { FormText } = fieldsOf<FieldValues>()

export const slipLabel = fieldMeta(slipFile.unwrap().unwrap()).title

/**
 * The fields `slip_file_id` and `bank_reference` of a form. A typed reference is never replaced.
 */
export function SlipFields({ stored = null }: { stored?: StoredUpload | null }) {
  const { getValues, setValue, clearErrors } = useFormContext<FieldValues>()
  const [message, setMessage] = useState('')
  /** The file that was chosen last, and the reference that a slip has filled in. */
  const last = useRef<{ file: File | null; reference: string }>({ file: null, reference: '' })
  const show = (code: SlipCode | null) => {
    if (code === null) return setMessage('อ่าน QR ในสลิปไม่ได้ กรุณากรอกเลขอ้างอิงเอง')
    const { bank, reference } = code
    const typed = String(getValues('bank_reference') ?? '')
      .trim()
      .toUpperCase()
    if (!['', reference, last.current.reference].includes(typed))
      return setMessage(`เลขอ้างอิงในสลิปคือ ${reference} ไม่ตรงกับที่กรอก`)
    last.current.reference = reference
    setValue('bank_reference', reference, { shouldDirty: true })
    clearErrors('bank_reference')
    setMessage(['อ่านเลขอ้างอิงจากสลิปแล้ว', banks[bank]?.label].filter(Boolean).join(' · '))
  }
  const read = async (file: File) => {
    last.current.file = file
    setMessage('กำลังอ่าน QR ในสลิป')
    const code = await readSlip(file).catch(() => null)
    if (last.current.file === file) show(code)
  }
  return (
    <>
      <FormUpload<FieldValues>
        name="slip_file_id"
        label={slipLabel}
        stored={stored}
        onSend={(file) => void read(file)}
      />
      {message !== '' && <output className="text-sm text-muted">{message}</output>}
      <FormText name="bank_reference" label={bankReferenceLabel} ignoreThaiLayout="code" />
    </>
  )
}
