import { classNames } from './class-names.ts'

/** Says quietly that something could not be read, where it would have stood, and offers to try again. */
export function LoadFailed({
  onRetry,
  className = 'text-center',
}: {
  onRetry?: (() => unknown) | undefined
  className?: string
}) {
  return (
    <p role="alert" className={classNames('text-muted', className)}>
      โหลดไม่สำเร็จ{' '}
      {onRetry && (
        <button
          type="button"
          onClick={() => void onRetry()}
          className="font-medium text-primary underline"
        >
          ลองอีกครั้ง
        </button>
      )}
    </p>
  )
}
