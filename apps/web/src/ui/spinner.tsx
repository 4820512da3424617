import { LoaderCircle } from 'lucide-react'

/** Something is under way. Silent for screen readers: whoever waits says so in words. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="shrink-0 animate-spin" />
}
