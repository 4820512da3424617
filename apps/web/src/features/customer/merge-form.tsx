/**
 * The form that merges two records: a choice between the values of each differing field, and the
 * data that is moved.
 */
import { customerFields, type CustomerRow } from '@khapdee/contract/entities/customer'
import {
  customerMerge,
  type MergedField,
  type MergePreview,
} from '@khapdee/contract/entities/customer-merge'
import { titlesOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { nationalities } from '@khapdee/domain/privacy-notice'
import { actionWords, headings, units } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Merge } from 'lucide-react'
import { Fragment, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { invalidate } from '../../api/queries.ts'
import { alerts } from '../../shared/alerts.ts'
import { ValueOption } from '../../shared/customer/customer-lookup.tsx'
import { displayText } from '../../shared/customer/customer-values.ts'
import { paths } from '../../shared/paths.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Card } from '../../ui/page.tsx'

interface MergeFormProps {
  preview: MergePreview
  /** Fetches both records again, after another user changed one of them. */
  reload: () => void
}

export function MergeForm({ preview, reload }: MergeFormProps) {
  const { customer, other, fields, moves, refusal } = preview
  const suggestedFields = fields
    .filter(({ suggested }) => suggested === 'other')
    .map(({ field }) => field)
  const [fieldsFromOther, setFieldsFromOther] = useState<readonly MergedField[]>(suggestedFields)
  const [isConfirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()

  const merge = async () => {
    try {
      const { message } = await call(customerMerge.merge, {
        customer_id: customer.customer_id,
        version: customer.version,
        other_id: other.customer_id,
        other_version: other.version,
        take: [...fieldsFromOther],
      })
      await navigate({ to: paths.customers.record(customer.customer_id), replace: true })
      alerts.success(message)
      await invalidate(client, [...moneyQueryKeys, 'customer', 'search'])
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CONFLICT') reload()
      throw error
    }
  }

  return (
    <>
      {refusal !== null && <Alert tone="error">{refusal}</Alert>}
      <Card title="ข้อมูลที่จะใช้" flush>
        <MergeFields
          customer={customer}
          other={other}
          fields={fields}
          fieldsFromOther={fieldsFromOther}
          onChange={setFieldsFromOther}
        />
      </Card>
      <Card title="สิ่งที่จะย้ายมา">
        <MergeMoves moves={moves} />
      </Card>
      <div className="flex justify-end">
        <Button
          kind="primary"
          icon={Merge}
          isDisabled={refusal !== null}
          onPress={() => setConfirming(true)}
        >
          รวมข้อมูล
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={actionWords.mergeCustomers}
        kind="danger"
        confirmLabel="รวมข้อมูล"
        onConfirm={merge}
      >
        ต้องการรวม “{other.name}” เข้ากับ “{customer.name}” ใช่หรือไม่ เมื่อรวมแล้วจะแยกออกจากกันไม่ได้
      </ConfirmDialog>
    </>
  )
}

/** The labels of the compared fields. */
const labels: Readonly<Record<MergedField, string>> = {
  ...titlesOf(customerFields),
  is_foreigner: fieldTitles.type,
}

/** A field's value formatted for display. */
function textOf(row: CustomerRow, field: MergedField): string {
  if (field === 'is_foreigner') return nationalities[row[field] ? 'foreign' : 'thai'].label
  // The server masks these numbers.
  if (field === 'idcard' || field === 'passport') return row[field]
  return displayText(field, row[field])
}

interface MergeFieldsProps extends Pick<MergePreview, 'customer' | 'other' | 'fields'> {
  /** The fields that get the value of `other`, the record that is removed. */
  fieldsFromOther: readonly MergedField[]
  onChange: (fieldsFromOther: readonly MergedField[]) => void
}

const headClass = 'px-2 py-2 text-start text-sm font-medium text-muted'

function MergeFields({ customer, other, fields, fieldsFromOther, onChange }: MergeFieldsProps) {
  return (
    <table aria-label="ข้อมูลที่จะใช้" className="w-full table-fixed border-collapse">
      <thead className="bg-surface-2">
        <tr>
          <th scope="col" className={`${headClass} w-[30%] ps-4 max-md:ps-3`}>
            {headings.data}
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
          const remainingFields = fieldsFromOther.filter((name) => name !== field)
          const isFromOther = fieldsFromOther.includes(field)
          return (
            <tr key={field} className="border-t border-line align-top">
              <th
                scope="row"
                className="py-2.5 ps-4 pe-2 max-md:ps-3 text-start text-sm font-medium wrap-anywhere"
              >
                {labels[field]}
              </th>
              <td className="py-0.5">
                <ValueOption
                  name={field}
                  text={textOf(customer, field)}
                  isChosen={!isFromOther}
                  onChoose={() => onChange(remainingFields)}
                />
              </td>
              <td className="py-0.5 pe-1">
                <ValueOption
                  name={field}
                  text={textOf(other, field)}
                  isChosen={isFromOther}
                  onChoose={() => onChange([...remainingFields, field])}
                />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Labels and units of the data that moves to the kept record. */
const moveKinds = {
  applications: { label: entities.application.label, unit: units.sheets },
  payments: { label: entities.payment.label, unit: units.entries },
  documents: { label: headings.documents, unit: units.sheets },
  exam_rights: { label: entities.exam_right.label, unit: units.rights },
} as const satisfies Record<keyof MergePreview['moves'], object>

function MergeMoves({ moves }: Pick<MergePreview, 'moves'>) {
  const names = Object.keys(moveKinds) as (keyof typeof moveKinds)[]
  const moving = names.filter((name) => moves[name].count > 0)
  if (moving.length === 0) return <p className="text-muted">ไม่มีใบสมัครหรือเอกสารที่ต้องย้าย</p>
  return (
    <dl className="flex flex-col gap-2">
      {moving.map((name) => {
        const { count, codes } = moves[name]
        const { label, unit } = moveKinds[name]
        return (
          <div key={name} className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-3">
            <dt className="text-muted">{label}</dt>
            <dd>
              {count} {unit}
              {name !== 'exam_rights' && (
                <span className="block text-sm text-muted">
                  {codes.map((code, index) => (
                    <Fragment key={code}>
                      <span className="whitespace-nowrap">
                        {code}
                        {index < codes.length - 1 && ','}
                      </span>{' '}
                    </Fragment>
                  ))}
                  {codes.length < count && 'และอื่น ๆ'}
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
