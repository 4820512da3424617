/** Where two records differ, and which value is kept of each two. */
import type { CustomerRow } from '@khapdee/contract/entities/customer'
import type { MergePreview, MergedField } from '@khapdee/contract/entities/customer-merge'
import { nationalities } from '@khapdee/domain/privacy-notice'
import { Candidate } from '../../shared/customer/candidate.tsx'
import { comparedFields, shown } from '../../shared/customer/customer-values.ts'

const labels: Readonly<Record<MergedField, string>> = {
  ...comparedFields,
  is_foreigner: 'ประเภท',
  idcard: 'เลขประจำตัวประชาชน',
  passport: 'เลขที่หนังสือเดินทาง',
}

function textOf(row: CustomerRow, field: MergedField): string {
  if (field === 'is_foreigner') return nationalities[row[field] ? 'foreign' : 'thai'].label
  // Numbers come masked.
  if (field === 'idcard' || field === 'passport') return row[field]
  return shown(field, row[field])
}

interface MergeFieldsProps extends Pick<MergePreview, 'customer' | 'other' | 'fields'> {
  /** Taken from the record that goes. */
  taken: readonly MergedField[]
  onChange: (taken: readonly MergedField[]) => void
}

const headClass = 'px-2 py-2 text-start text-sm font-medium text-muted'

export function MergeFields({ customer, other, fields, taken, onChange }: MergeFieldsProps) {
  return (
    <table aria-label="ข้อมูลที่จะใช้" className="w-full table-fixed border-collapse">
      <thead className="bg-surface-2">
        <tr>
          <th scope="col" className={`${headClass} w-[30%] ps-4 max-md:ps-3`}>
            ข้อมูล
          </th>
          <th scope="col" className={headClass}>
            เก็บไว้: {customer.name}
          </th>
          <th scope="col" className={headClass}>
            รวมเข้ามา: {other.name}
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.length === 0 && (
          <tr>
            <td colSpan={3} className="px-4 py-6 text-center text-muted">
              ข้อมูลของทั้งสองรายการตรงกันทุกช่อง
            </td>
          </tr>
        )}
        {fields.map(({ field }) => {
          const others = taken.filter((name) => name !== field)
          const isTaken = taken.includes(field)
          return (
            <tr key={field} className="border-t border-line align-top">
              <th
                scope="row"
                className="py-2.5 ps-4 pe-2 max-md:ps-3 text-start text-sm font-medium wrap-anywhere"
              >
                {labels[field]}
              </th>
              <td className="py-0.5">
                <Candidate
                  name={field}
                  text={textOf(customer, field)}
                  isChosen={!isTaken}
                  onChoose={() => onChange(others)}
                />
              </td>
              <td className="py-0.5 pe-1">
                <Candidate
                  name={field}
                  text={textOf(other, field)}
                  isChosen={isTaken}
                  onChoose={() => onChange([...others, field])}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
