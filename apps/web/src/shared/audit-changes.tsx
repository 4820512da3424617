import type { AuditRow } from '@khapdee/contract/entities/audit'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings } from '@khapdee/domain/words'

const headClass = 'py-1 pe-4 text-start text-xs font-medium text-muted'
const cellClass = 'border-t border-line py-1.5 pe-4 align-top wrap-anywhere'

/** The changes of an audit entry, field by field; a column without any value is omitted. */
export function AuditChanges({ row }: { row: AuditRow }) {
  const { changes, username, address } = row
  const hasBefore = changes.some(({ before }) => before !== null)
  const hasAfter = changes.some(({ after }) => after !== null)
  const performedBy = [username, address].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col gap-2">
      {changes.length === 0 ? (
        <p className="text-muted">ไม่มีรายละเอียดเพิ่มเติม</p>
      ) : (
        <table
          className="w-full max-w-240 table-fixed border-separate [border-spacing:0] text-sm"
          aria-label={row.action}
        >
          <thead>
            <tr>
              <th scope="col" className={`${headClass} w-1/3 md:w-1/4`}>
                {headings.data}
              </th>
              {hasBefore && (
                <th scope="col" className={headClass}>
                  {fieldTitles.formerValue}
                </th>
              )}
              {hasAfter && (
                <th scope="col" className={headClass}>
                  {fieldTitles.newValue}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after }) => (
              <tr key={label}>
                <th scope="row" className={`${cellClass} text-start font-normal text-muted`}>
                  {label}
                </th>
                {hasBefore && (
                  <td
                    className={`${cellClass} whitespace-pre-line ${hasAfter ? 'text-muted' : ''}`}
                  >
                    {before}
                  </td>
                )}
                {hasAfter && <td className={`${cellClass} whitespace-pre-line`}>{after}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {performedBy !== '' && <p className="text-xs text-muted">ดำเนินการโดย {performedBy}</p>}
    </div>
  )
}
