/** A field of several files in a form. The value in the form is the list of the ids of the uploaded files. */
import { type UploadType, uploadRule, uploadTypes } from '@khapdee/contract/entities/file'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { AttachmentsField } from '../ui/fields/attachments-field.tsx'
import type { StoredUpload } from '../ui/fields/use-upload.ts'
import { type Bound, useLabelledField } from '../ui/form/use-form-field.ts'
import { checkFile, uploadFile } from './form-upload.tsx'

interface FormAttachmentsProps {
  /** The stored files of the record. */
  stored: readonly StoredUpload[]
  /** Maximum number of files. */
  max: number
  /** Whether the files can only be viewed. */
  isDisabled?: boolean
  className?: string
}

const allTypes = Object.keys(uploadTypes) as UploadType[]

/** Whether a file is being uploaded, so that the form cannot be saved. */
export const isUploading = (ids: readonly unknown[]): boolean => ids.some(Number.isNaN)

/** While a file is uploaded, the value contains NaN, which no schema accepts. */
export function FormAttachments<Values extends FieldValues = never>({
  name,
  stored,
  max,
  ...props
}: Bound<Values, readonly number[]> & FormAttachmentsProps) {
  const { value, change, field } = useLabelledField<Values>(name, {})
  const [uploaded, setUploaded] = useState<readonly StoredUpload[]>([])
  const ids = (Array.isArray(value) ? value : []).filter((id): id is number => id > 0)
  const known = [...stored, ...uploaded]
  const files = ids.map(
    (id) =>
      known.find((file) => file.id === id) ??
      // A draft that is restored after a sign-in contains only the id of the file.
      ({ id, name: 'ไฟล์ที่อัปโหลดแล้ว', link: null, isPicture: false } satisfies StoredUpload),
  )
  return (
    <AttachmentsField
      {...props}
      {...field}
      value={files}
      onChange={(next) => {
        setUploaded((before) => [...before, ...next.filter((file) => !known.includes(file))])
        change(next.map(({ id }) => id))
      }}
      onUploadStart={() => change([...ids, Number.NaN])}
      max={max}
      accept={allTypes}
      check={(file) => checkFile(file, allTypes)}
      send={uploadFile}
      description={`${uploadRule(allTypes)} ไม่เกิน ${max} ไฟล์`}
    />
  )
}
