import { Alert } from '../../ui/alert.tsx'

/** A record that could not be loaded, in its place. */
export function LoadFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Alert
      tone="error"
      action={
        <button type="button" className="underline" onClick={onRetry}>
          ลองอีกครั้ง
        </button>
      }
    >
      {message}
    </Alert>
  )
}
