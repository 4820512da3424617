/** The fields for files tied to a form and to the server: the form's value is the file's id. */
import {
  type StoredFile,
  type UploadType,
  file as fileApi,
  pictureTypes,
  uploadLimits,
  uploadRule,
  uploadTypes,
} from '@khapdee/contract/entities/file'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { call } from '../api/client.ts'
import { PhotoField } from '../ui/fields/photo-field.tsx'
import { UploadField } from '../ui/fields/upload-field.tsx'
import type { SendFile, StoredUpload } from '../ui/fields/use-upload.ts'
import { type Bound, useLabelledField } from '../ui/form/use-form-field.ts'

const toStored = ({ file_id, name, type, link }: StoredFile): StoredUpload => ({
  id: file_id,
  name,
  link,
  isPicture: type.startsWith('image/'),
})

/** The picture that a record holds, as the field shows it. */
export const storedPicture = (
  name: string,
  id: number | null | undefined,
  link: string | null | undefined,
): StoredUpload | null => (id ? { id, name, link: link ?? null, isPicture: true } : null)

export const sendFile: SendFile = async (file, options) =>
  toStored((await call(fileApi.upload, {}, { ...options, file })).data)

/** The problem of a file before it is sent, or null; the server checks its content as well. */
export function checkFile(file: File, types: readonly UploadType[]): string | null {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const isKnown = types.some(
    (type) => type === file.type || uploadTypes[type].extensions.some((own) => own === ending),
  )
  if (file.size === 0) return 'ไฟล์นี้ว่างเปล่า กรุณาเลือกไฟล์อื่น'
  return isKnown && file.size <= uploadLimits.bytes ? null : uploadRule(types)
}

interface UploadProps {
  label?: string
  /** The stored file of the record; null without one. */
  stored: StoredUpload | null
  /** Accepted types; pictures unless given. */
  types?: readonly UploadType[]
  /** A person's photo: a square is cut out of it first. */
  isPhoto?: boolean
  required?: boolean
  /** Shown before the rule of accepted files. */
  description?: string
  className?: string
}

/** A file whose id is saved with the form. It is uploaded at once, and forgotten unless saved. */
export function FormUpload<Values extends FieldValues = never>({
  name,
  stored,
  types = pictureTypes,
  isPhoto = false,
  description,
  ...props
}: Bound<Values, number | null | undefined> & UploadProps) {
  const { value: id, change, field } = useLabelledField<Values>(name, props)
  const [sent, setSent] = useState<StoredUpload | null>(null)
  const known = [sent, stored].find((one) => one !== null && one.id === id)
  // Kept over a sign-in, it has an id and nothing more.
  const unknown = { id: Number(id), name: 'ไฟล์ที่อัปโหลดแล้ว', link: null, isPicture: isPhoto }
  const [before, setBefore] = useState<StoredUpload | null>(null)
  const isStored = typeof id === 'number' && !Number.isNaN(id)
  const value = isStored ? (known ?? unknown) : Number.isNaN(id) ? before : null
  const Field = isPhoto ? PhotoField : UploadField
  return (
    <Field
      {...props}
      {...field}
      value={value}
      onChange={(next) => {
        if (next !== null) setSent(next)
        change(next?.id ?? null)
      }}
      onInvalid={() => {
        setBefore(value)
        change(Number.NaN)
      }}
      accept={types}
      check={(file) => checkFile(file, types)}
      send={sendFile}
      description={[description, uploadRule(types)].filter(Boolean).join(' · ')}
    />
  )
}
