/** The fields of an entry of the books. */
import { account, type ItemOption, maxAttachments } from '@khapdee/contract/entities/account-entry'
import { isSameMonth, keptMoneyProblem, otherItem } from '@khapdee/domain/account-entry'
import { cashSources } from '@khapdee/domain/drawer'
import { type AccountSide, type ExpenseType } from '@khapdee/domain/expense-item'
import { formatMonth } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import {
  choicesOf,
  numberChoices,
  useRequiredBranchChoices,
  withStoredChoice,
} from '../../crud/choices.ts'
import { FormAttachments } from '../../crud/form-attachments.tsx'
import { useLockedDays } from '../../crud/use-locked-days.ts'
import { SwitchField } from '../../ui/fields/choice-fields.tsx'
import type { Choice } from '../../ui/fields/select-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Card } from '../../ui/page.tsx'
import { BankAccountField } from '../../crud/bank-account-field.tsx'
import { BillShares, emptyShares } from './bill-shares.tsx'
import { sideLabels } from './books.ts'
import type { EntryValues, StoredEntry } from './entry-values.ts'

const { FormDate, FormMoney, FormNumber, FormSegmented, FormSelect, FormText, FormTextArea } =
  fieldsOf<EntryValues>()

const sideChoices: readonly Choice<AccountSide>[] = [
  { value: 'expenses', name: sideLabels.expenses },
  { value: 'income', name: sideLabels.income },
]
const cashSourceChoices = choicesOf(cashSources)

/** The items that a branch offers, by group; undefined until they are loaded. */
export type ItemGroups = readonly { category: string; list: readonly ItemOption[] }[] | undefined

interface EntryFieldsProps {
  groups: ItemGroups
  /** The entry to change; null for a new one. */
  stored: StoredEntry | null
  /** Whether the side can be chosen. */
  choosesSide: boolean
  isReadOnly: boolean
}

export function EntryFields({ groups, stored, choosesSide, isReadOnly }: EntryFieldsProps) {
  const [side, branch_id, list_expenses, vehicle, employee, date] = useWatch<
    EntryValues,
    ['side', 'branch_id', 'list_expenses', 'vehicle', 'employee', 'date']
  >({ name: ['side', 'branch_id', 'list_expenses', 'vehicle', 'employee', 'date'] })
  const [payType, cashSource, shares] = useWatch<
    EntryValues,
    ['pay_type', 'cash_source', 'shares']
  >({ name: ['pay_type', 'cash_source', 'shares'] })
  const { setValue } = useFormContext<EntryValues>()
  const branches = useRequiredBranchChoices()
  const items = useMemo(() => itemChoices(groups, side, stored), [groups, side, stored])
  const type = typeOfItem(groups, { side, list_expenses }, stored)
  const named = branch_id === null ? {} : { branch_id }
  const { data: vehicles } = useEndpoint(account.vehicle, named)
  const { data: employees } = useEndpoint(account.employee, named)
  const { data: boxes } = useEndpoint(account.pettyCash, named)
  const { minDay, lockNotes } = useLockedDays(branch_id)
  const pettyCashChoices = useMemo(
    () =>
      withStoredChoice(
        numberChoices(boxes?.data),
        stored?.petty_cash_id,
        stored?.petty_cash,
        headings.notSpecified,
      ),
    [boxes, stored],
  )
  const vehicleChoices = useMemo(
    () =>
      withStoredChoice(
        numberChoices(vehicles?.data),
        stored?.vehicle,
        stored?.vehicle_name,
        headings.notSpecified,
      ),
    [vehicles, stored],
  )
  const employeeChoices = useMemo(
    () =>
      withStoredChoice(
        numberChoices(employees?.data),
        stored?.employee,
        stored?.employee_name,
        headings.notSpecified,
      ),
    [employees, stored],
  )
  const attachments = useMemo(
    () =>
      (stored?.attachments ?? []).map(({ file_id, name, link, type: mime }) => ({
        id: file_id,
        name,
        link,
        isPicture: mime.startsWith('image/'),
      })),
    [stored],
  )
  // A typed item may have both, so they are optional then.
  const isOther = type === null
  const showsVehicle = type === 'vehicle' || isOther || vehicle !== null
  const dateNotes = [
    ...(stored?.status === 'posted' && isSameMonth(date, stored.date)
      ? [`เลขที่เอกสารเป็นของเดือน${formatMonth(stored.date.slice(0, 7))}`]
      : []),
    ...lockNotes,
  ]
  const fixed = { isDisabled: stored !== null && keptMoneyProblem(stored) !== null }
  return (
    <>
      <Card title={headings.item}>
        <div className="form-grid">
          {stored === null && branches.length > 1 && shares === null && (
            <FormSelect name="branch_id" items={branches} className="md:col-span-6" />
          )}
          {stored === null && branches.length > 1 && side === 'expenses' && (
            <SwitchField
              label="บิลนี้แบ่งหลายสาขา"
              value={shares !== null}
              onChange={(isShared) =>
                setValue('shares', isShared ? emptyShares(branches) : null, { shouldDirty: true })
              }
              className="md:col-span-6"
            />
          )}
          {choosesSide && (
            <FormSegmented
              name="side"
              label="ด้านของบัญชี"
              items={sideChoices}
              className="md:col-span-6"
            />
          )}
          <FormSelect
            name="list_expenses"
            items={items}
            required
            {...fixed}
            placeholder="เลือกรายการ"
            className="md:col-span-6"
          />
          {list_expenses === null && (
            <FormText name="other_name" required {...fixed} className="md:col-span-6" />
          )}
          {showsVehicle && (
            <>
              <FormSelect
                name="vehicle"
                items={vehicleChoices}
                required={type === 'vehicle'}
                className="md:col-span-6"
              />
              <FormNumber name="mile" className="md:col-span-6" />
            </>
          )}
          {(type === 'employee' || isOther || employee !== null) && (
            <FormSelect
              name="employee"
              items={employeeChoices}
              required={type === 'employee'}
              className="md:col-span-6"
            />
          )}
        </div>
      </Card>
      <Card title="จำนวนเงินและเอกสาร">
        <div className="form-grid">
          <FormDate
            name="date"
            required
            {...fixed}
            className="md:col-span-4"
            minDay={minDay}
            {...(dateNotes.length > 0 && { description: dateNotes.join(' · ') })}
          />
          <FormSegmented name="pay_type" {...fixed} className="md:col-span-4" />
          <FormMoney name="value" {...fixed} className="md:col-span-4" />
          {stored === null && side === 'expenses' && <BillShares branches={branches} />}
          {payType === 'cash' && (
            <FormSegmented
              name="cash_source"
              items={cashSourceChoices}
              {...fixed}
              className="md:col-span-6"
            />
          )}
          {payType === 'cash' && cashSource === 'petty_cash' && (
            <FormSelect
              name="petty_cash_id"
              items={pettyCashChoices}
              required
              {...fixed}
              className="md:col-span-6"
            />
          )}
          {payType === 'transfer' && (
            <BankAccountField
              branch_id={branch_id}
              stored={stored}
              {...fixed}
              className="md:col-span-6"
            />
          )}
          <FormText name="payee" className="md:col-span-6" />
          <FormText name="document_no" className="md:col-span-6" />
          {side === 'expenses' && (
            <>
              <FormText
                name="payee_tax_id"
                inputMode="numeric"
                ignoreThaiLayout="digits"
                className="md:col-span-6"
              />
              <FormMoney
                name="wht_value"
                {...fixed}
                description="จำนวนเงินด้านบนเป็นยอดก่อนหักภาษี"
                className="md:col-span-6"
              />
            </>
          )}
          <FormTextArea name="detail" rows={2} className="md:col-span-12" />
          <FormAttachments<EntryValues>
            name="files"
            stored={attachments}
            max={maxAttachments}
            isDisabled={isReadOnly}
            className="md:col-span-12"
          />
        </div>
      </Card>
    </>
  )
}

/**
 * The type of the chosen item; null for a typed item, undefined for none and for one that is not
 * offered.
 */
export function typeOfItem(
  groups: ItemGroups,
  { side, list_expenses }: Pick<EntryValues, 'side' | 'list_expenses'>,
  stored: StoredEntry | null,
): ExpenseType | null | undefined {
  if (list_expenses == null) return list_expenses
  const item = itemsOf(groups, side).find((found) => found.list_expenses_id === list_expenses)
  if (item !== undefined) return item.type as ExpenseType
  return stored?.list_expenses === list_expenses ? (stored.type as ExpenseType) : undefined
}

const itemsOf = (groups: ItemGroups, side: AccountSide) =>
  (groups ?? []).flatMap(({ category: group, list }) =>
    list
      .filter(({ category }) => (category === 'expenses') === (side === 'expenses'))
      .map((item) => ({ ...item, group })),
  )

/**
 * The items of a side under their groups, the stored one if it is no longer offered, and the choice
 * of a typed item.
 */
function itemChoices(
  groups: ItemGroups,
  side: AccountSide,
  stored: StoredEntry | null,
): readonly Choice<number | null>[] {
  const offered = itemsOf(groups, side).map(({ list_expenses_id, name, group }) => ({
    value: list_expenses_id,
    name,
    group,
  }))
  const kept = stored?.list_expenses
  const isMissing = kept != null && !offered.some(({ value }) => value === kept)
  return [
    ...offered,
    ...(isMissing ? [{ value: kept, name: stored?.name ?? '', group: stored?.group ?? '' }] : []),
    { value: null, name: `${otherItem} (ระบุชื่อรายการ)` },
  ]
}
