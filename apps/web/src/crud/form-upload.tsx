/** File fields that upload to the server. The value in the form is the id of the uploaded file. */
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

/** A record's picture as a value of the upload field; null without an id. */
export const storedPicture = (
  name: string,
  id: number | null | undefined,
  link: string | null | undefined,
): StoredUpload | null => (id ? { id, name, link: link ?? null, isPicture: true } : null)

/** Uploads a file and returns its id, name and link. */
export const uploadFile: SendFile = async (file, options) =>
  toStored((await call(fileApi.upload, {}, { ...options, file })).data)

/**
 * Checks the size and the type of a file before the upload; the server checks the content as well.
 * @returns a Thai message, or null for an acceptable file
 */
export function checkFile(file: File, types: readonly UploadType[]): string | null {
  const extension = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const isKnown = types.some(
    (type) =>
      type === file.type || uploadTypes[type].extensions.some((allowed) => allowed === extension),
  )
  if (file.size === 0) return 'ไฟล์นี้ว่างเปล่า กรุณาเลือกไฟล์อื่น'
  return isKnown && file.size <= uploadLimits.bytes ? null : uploadRule(types)
}

interface UploadProps {
  label?: string
  /** The stored file of the record; null without one. */
  stored: StoredUpload | null
  /** Accepted types; by default pictures. */
  types?: readonly UploadType[]
  /** Whether the file is a photo of a person, which is cropped to a square before the upload. */
  isPhoto?: boolean
  required?: boolean
  /** Shown before the rule about accepted files. */
  description?: string
  /** Called with each file whose upload starts. */
  onSend?: (file: File) => void
  className?: string
}

/**
 * A file field whose file id is saved with the form. The file is uploaded when it is chosen. If the form is
 * not saved, the server moves the file to the trash after a day.
 */
export function FormUpload<Values extends FieldValues = never>({
  name,
  stored,
  types = pictureTypes,
  isPhoto = false,
  description,
  onSend,
  ...props
}: Bound<Values, number | null | undefined> & UploadProps) {
  const { value: id, change, field } = useLabelledField<Values>(name, props)
  const [uploadedFile, setUploadedFile] = useState<StoredUpload | null>(null)
  const knownFile = [uploadedFile, stored].find((file) => file !== null && file.id === id)
  // A draft that is restored after a sign-in contains only the id of the file.
  const restoredFile = { id: Number(id), name: 'ไฟล์ที่อัปโหลดแล้ว', link: null, isPicture: isPhoto }
  const [lastValidFile, setLastValidFile] = useState<StoredUpload | null>(null)
  const hasId = typeof id === 'number' && !Number.isNaN(id)
  const value = hasId ? (knownFile ?? restoredFile) : Number.isNaN(id) ? lastValidFile : null
  const Field = isPhoto ? PhotoField : UploadField
  return (
    <Field
      {...props}
      {...field}
      value={value}
      onChange={(next) => {
        if (next !== null) setUploadedFile(next)
        change(next?.id ?? null)
      }}
      // While a file is uploaded, the value is NaN, which no schema accepts: the form cannot be saved.
      onUploadStart={() => {
        setLastValidFile(value)
        change(Number.NaN)
      }}
      accept={types}
      check={(file) => checkFile(file, types)}
      send={(file, options) => {
        onSend?.(file)
        return uploadFile(file, options)
      }}
      description={[description, uploadRule(types)].filter(Boolean).join(' · ')}
    />
  )
}
