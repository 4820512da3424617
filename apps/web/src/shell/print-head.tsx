import { formatInstant } from '@khapdee/domain/thai-date'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentBranch } from '../session/current-branch.ts'
import { useSession } from '../session/session.ts'

const now = () => new Date().toISOString()

/** The first line of a printed screen: whose it is, and who printed it when. On paper only. */
export function PrintHead() {
  const { user, branches } = useSession()
  const { value, options } = useCurrentBranch()
  const [printedAt, setPrintedAt] = useState(now)
  useEffect(() => {
    // The page is drawn for the printer as soon as the listeners return.
    const stamp = () => flushSync(() => setPrintedAt(now()))
    window.addEventListener('beforeprint', stamp)
    return () => window.removeEventListener('beforeprint', stamp)
  }, [])

  const branch =
    value === 'all' && branches.length > 1
      ? 'สาขาทั้งหมด'
      : (options.find((option) => String(option.value) === value) ?? branches[0])?.name
  return (
    <div className="hidden justify-between gap-4 border-b border-line pb-1 text-sm print:flex">
      <p>
        <span className="font-semibold">ขับดี</span> {branch}
      </p>
      <p>
        พิมพ์เมื่อ {formatInstant(printedAt)} โดย {user?.fname} {user?.sname}
      </p>
    </div>
  )
}
