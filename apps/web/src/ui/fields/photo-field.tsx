import { lazyPart } from '../lazy-part.ts'
import { UploadField, type UploadFieldProps } from './upload-field.tsx'

const CropDialog = lazyPart(async () => (await import('./crop-dialog.tsx')).CropDialog)

/** Somebody's photo: a picture of which a square is cut out before it is sent. */
export function PhotoField(props: Omit<UploadFieldProps, 'Editor' | 'round'>) {
  return <UploadField {...props} noun="รูป" Editor={CropDialog} round />
}
