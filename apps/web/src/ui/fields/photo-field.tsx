import { lazyPart } from '../lazy-part.ts'
import { UploadField, type UploadFieldProps } from './upload-field.tsx'

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog)

/** A field for a person's photo, which is cropped to a square before the upload. */
export function PhotoField(props: Omit<UploadFieldProps, 'Editor' | 'round'>) {
  return <UploadField {...props} noun="รูป" Editor={CropDialog} round />
}
