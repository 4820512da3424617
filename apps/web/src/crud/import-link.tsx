import { type ImportKind, importKinds } from '@khapdee/domain/import'
import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { recordPaths } from '../shared/paths.ts'
import { useSession } from '../session/session.ts'
import { buttonClass } from '../ui/button.tsx'

/** Leads from a list to bringing its records in from a spreadsheet; there only for those who may. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { can } = useSession()
  const { resource, list } = importKinds[kind]
  if (!can(`${resource}.create`)) return null
  return (
    <Link to={recordPaths(list).import} className={buttonClass()}>
      <FileUp size={16} aria-hidden />
      นำเข้าข้อมูล
    </Link>
  )
}
