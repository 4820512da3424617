import { Link } from '@tanstack/react-router'
import { paths } from '../shared/paths.ts'

/** The product's sign and name; leads to the first screen. */
export function Brand({ signOnly = false }: { signOnly?: boolean }) {
  return (
    <Link to={paths.home} className="flex h-12 items-center gap-2 rounded-md px-1.5 font-semibold">
      <img src="/icon.svg" alt="" width={26} height={26} />
      <span className={signOnly ? 'sr-only' : 'text-base'}>ขับดี</span>
    </Link>
  )
}
