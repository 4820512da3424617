import { Alert } from './alert.tsx'
import { FormCardSkeleton } from './skeleton.tsx'

interface RecordLoadingProps {
  /** Why the record could not be read; null while it may still come. */
  error: { message: string } | null
  onRetry: () => void
}

/** In the place of a record that is not there yet, or could not be read. */
export function RecordLoading({ error, onRetry }: RecordLoadingProps) {
  if (error === null) return <FormCardSkeleton />
  return (
    <Alert
      tone="error"
      action={
        <button type="button" className="underline" onClick={onRetry}>
          ลองอีกครั้ง
        </button>
      }
    >
      {error.message}
    </Alert>
  )
}
