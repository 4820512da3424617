/** The amendments of a saved application: the changes, user and time of each. */
import {
  type AmendmentRow,
  amendment as amendmentFields,
} from '@khapdee/contract/entities/amendment'
import type { ApplicationDetail } from '@khapdee/contract/entities/application-shapes'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { bahtWithUnit } from '@khapdee/domain/money'
import { headings, actionWords } from '@khapdee/domain/words'
import { movedText } from '../../../shared/ending-notice.tsx'
import { Card } from '../../../ui/page.tsx'
import { ThaiInstant } from '../../../ui/values.tsx'

/** The amendments, newest first; renders nothing before the first amendment. */
export function AmendmentCard({ amendments }: Pick<ApplicationDetail, 'amendments'>) {
  if (amendments.length === 0) return null
  return (
    <Card title="ประวัติการแก้ไข">
      <ol className="flex flex-col gap-3">
        {amendments.toReversed().map((amendment) => (
          <li
            key={amendment.revision}
            className="border-t border-line pt-3 first:border-t-0 first:pt-0"
          >
            <p className="font-medium">
              {headings.revision} {amendment.revision}
            </p>
            <p className="text-sm text-muted">
              <ThaiInstant value={amendment.createdAt} /> · {amendment.user}
            </p>
            <ul className="mt-1 text-sm">
              {changesOf(amendment).map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The changes of an amendment as text. */
function changesOf(amendment: AmendmentRow): string[] {
  const { added, removed, replaced, customer_before, vehicle_before, note } = amendment
  return [
    ...added.map(({ name, net }) => `เพิ่ม ${name} ${bahtWithUnit(net)}`),
    ...removed.map(({ name, net }) => `นำออก ${name} ${bahtWithUnit(net)}`),
    ...replaced.map(
      ({ from, to, net, moved }) =>
        `เปลี่ยน ${from} เป็น ${to} ${bahtWithUnit(net)}${moved > 0 ? ` ${movedText(moved)}` : ''}`,
    ),
    ...(customer_before === ''
      ? []
      : [`เปลี่ยน${entities.customer.label} ${fieldTitles.formerValue} ${customer_before}`]),
    ...(vehicle_before === ''
      ? []
      : [
          `${actionWords.edit}${headings.checkedVehicle} ${fieldTitles.formerValue} ${vehicle_before}`,
        ]),
    ...(note === '' ? [] : [`${titleOf(amendmentFields.shape, 'note')} ${note}`]),
  ]
}
