/** Grey stand-ins of the same size as what is coming; only for the very first load. */
import { Card } from './card.tsx'

const bar = 'inline-block rounded-sm align-middle bg-neutral-soft motion-safe:animate-pulse'

/** A line of text to come; `width` is any CSS width. */
export function SkeletonLine({ width = '70%' }: { width?: string }) {
  return <span aria-hidden className={`${bar} h-3.5`} style={{ width }} />
}

/** A form to come, with its two columns of labels and controls. */
export function FormSkeleton({ fields = 8 }: { fields?: number }) {
  return (
    <output aria-busy className="grid gap-x-3.5 gap-y-4 md:grid-cols-2">
      <span className="sr-only">กำลังโหลดข้อมูล</span>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} aria-hidden className="flex flex-col gap-1.5">
          <span className={`${bar} h-3.5 w-24`} />
          <span className={`${bar} h-control w-full`} />
        </div>
      ))}
    </output>
  )
}

/** A card with a form to come. */
export function FormCardSkeleton() {
  return (
    <Card>
      <FormSkeleton />
    </Card>
  )
}
