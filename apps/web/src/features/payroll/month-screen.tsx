/** The month of a person: its lines, which are changed while it is a draft, its totals, and its steps. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { payroll } from '@khapdee/contract/entities/payroll'
import { payTotals, userInfo, yearToDate } from '@khapdee/contract/entities/payroll-shapes'
import { titlesOf } from '@khapdee/contract/field-meta'
import { payTypes } from '@khapdee/domain/application/status'
import { banks, formatAccountNumber } from '@khapdee/domain/banks'
import { payKinds } from '@khapdee/domain/employee'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { zeroSatang } from '@khapdee/domain/money'
import { lineSides } from '@khapdee/domain/payroll/lines'
import { isSubmitted, payrollStatuses } from '@khapdee/domain/payroll/steps'
import { formatDay, formatInstant, formatMonth } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { Link, useNavigate } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import { useId, useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { alerts } from '../../shared/alerts.ts'
import { paths, payrollPath } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert, RecordLoading } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { Card, DescriptionList, PageHeader, Stat, Stats } from '../../ui/page.tsx'
import { Chip, Money, StateChip } from '../../ui/values.tsx'
import { focusReason, LineTable } from './line-table.tsx'
import {
  type Changes,
  type Item,
  changesSince,
  hasChanges,
  lackingReasons,
  noChanges,
  previewTotals,
  toInput,
  workName,
} from './month-lines.ts'
import { StepButtons } from './step-buttons.tsx'

type Month = OutputOf<typeof payroll.user>
type Person = Month['data']

const totalLabels = titlesOf(payTotals)
const yearLabels = titlesOf(yearToDate.shape)
const infoLabels = titlesOf(userInfo.shape)

export function PayrollMonth({ id, month }: { id: number; month?: string }) {
  return (
    <Permitted permission="payroll.view">
      <Loaded key={`${id} ${month}`} id={id} month={month} />
    </Permitted>
  )
}

/**
 * The typed values, and the month to which they belong: a newer month does not replace it before
 * they are saved.
 */
interface Edit {
  month: Month
  changes: Changes
}

function Loaded({ id, month }: { id: number; month: string | undefined }) {
  useDocumentTitle(headings.payrollMonth)
  const [edit, setEdit] = useState<Edit | null>(null)
  const { data, error, refetch } = useEndpoint(
    payroll.user,
    { user_id: id, ...(month !== undefined && { month }) },
    { staleTime: 0 },
  )
  if (data === undefined) return <RecordLoading error={error} onRetry={() => void refetch()} />
  const isCurrent =
    edit !== null && (hasChanges(edit.changes) || edit.month.data.version > data.data.version)
  const { month: shown, changes } = isCurrent ? edit : { month: data, changes: noChanges }
  return (
    <Editor
      key={shown.data.month}
      month={shown}
      changes={changes}
      onChange={(changed) => setEdit({ month: shown, changes: changed })}
      onSaved={(sent, person) =>
        setEdit((current) => {
          const saved = { before: linesOf(shown.data), sent, after: linesOf(person) }
          return {
            month: { ...shown, data: person },
            changes: changesSince(saved, current?.changes ?? sent),
          }
        })
      }
      onReload={() => {
        setEdit(null)
        void refetch()
      }}
    />
  )
}

interface EditorProps {
  month: Month
  changes: Changes
  onChange: (changes: Changes) => void
  /** Handles saved changes and the saved month; other changes may have been typed meanwhile. */
  onSaved: (sent: Changes, person: Person) => void
  /** Drops the changes, after another user has saved the month. */
  onReload: () => void
}

const linesOf = ({ salary, income, deduction }: Person) => [...salary, ...income, ...deduction]

function Editor({ month, changes, onChange, onSaved, onReload }: EditorProps) {
  const { data: person, detail } = month
  const { user_info: info, is_editable: isEditable, status } = person
  const lines = linesOf(person)
  const isDirty = hasChanges(changes)
  const [isChecked, setChecked] = useState(false)
  const lacking = isChecked ? lackingReasons(lines, changes) : []
  const totals = isDirty ? previewTotals(lines, changes) : person.totals
  const { mutate, pending } = useCommand(payroll.lines, {
    invalidates: ['payroll', 'list-payrollList'],
    reload: onReload,
    onSuccess: () => setChecked(false),
  })
  const save = async () => {
    if (!isDirty || pending) return
    const [first] = lackingReasons(lines, changes)
    setChecked(true)
    if (first !== undefined) return focusReason(first)
    const saved = await mutate({
      user_id: info.user_id,
      month: person.month,
      lines: toInput(lines, changes),
      version: person.version,
    })
    if (saved !== undefined) onSaved(changes, saved.data)
  }
  useSaveShortcut(() => {
    if (isEditable) void save()
  })
  return (
    <>
      <UnsavedGuard dirty={isDirty} />
      <PageHeader
        title={info.name}
        aside={
          <>
            {formatMonth(person.month)} <StateChip state={payrollStatuses[status]} />
          </>
        }
        actions={
          isDirty ? (
            <>
              <Button isDisabled={pending} onPress={() => onChange(noChanges)}>
                {actionWords.cancel}
              </Button>
              <Button kind="primary" icon={Save} pending={pending} onPress={() => void save()}>
                {actionWords.save}
              </Button>
            </>
          ) : (
            <StepButtons
              status={status}
              scope={{
                branch_id: info.branch_id,
                month: person.month,
                user_ids: [info.user_id],
                net: person.totals.net,
              }}
              title={info.name}
              payType={info.pay_type}
              onDone={({ message, skipped: [refused] }) =>
                refused === undefined ? alerts.success(message) : alerts.warning(refused.message)
              }
            />
          )
        }
      />
      <Notices person={person} />
      <Stats>
        {(['income', 'deduction', 'net'] as const).map((name) => (
          <Stat key={name} label={totalLabels[name]} value={<Money value={totals[name]} />} />
        ))}
        <Stat label={fieldTitles.employerShare} value={<Money value={person.totals.employer} />} />
      </Stats>
      {isDirty && (
        <output className="text-sm text-muted">
          ยอดรวมเป็นการประมาณ ประกันสังคม กองทุน และภาษีคำนวณใหม่เมื่อบันทึก
        </output>
      )}
      {(['income', 'deduction'] as const).map((side) => (
        <Side
          key={side}
          side={side}
          person={person}
          changes={changes}
          lacking={lacking}
          onChange={onChange}
        />
      ))}
      <Details person={person} detail={detail} />
    </>
  )
}

/** The quantity of a piece of work; a dash for none. */
const Counted = ({ value }: { value: Person['work_changes'][number]['before'] }) =>
  value === null ? headings.none : <Money value={value} />

/** The note with which the month was returned, the changes of paid work, and the warnings. */
function Notices({ person }: { person: Person }) {
  const { flags, return_note, status, work_changes } = person
  const warnings = flags.filter(({ block }) => !block)
  return (
    <>
      {return_note !== '' && ['returned', 'draft', 'void'].includes(status) && (
        <Alert tone="warning">
          {payrollStatuses[status === 'void' ? 'void' : 'returned'].label}: {return_note}
        </Alert>
      )}
      {work_changes.length > 0 && (
        <Alert tone="warning">
          {isSubmitted(status)
            ? 'งานที่คิดเงินเปลี่ยนแปลงหลังส่งตรวจสอบ'
            : 'งานที่คิดเงินเปลี่ยนแปลงหลังจัดทำ กรุณาจัดทำเงินเดือนอีกครั้ง'}
          <ul className="mt-1 list-disc ps-5">
            {work_changes.map(({ day, name, before, after }) => (
              <li key={`${day} ${name} ${before} ${after}`}>
                {workName(day, name)}: <Counted value={before} /> → <Counted value={after} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {flags
        .filter(({ block }) => block)
        .map(({ message }) => (
          <Alert key={message} tone="error">
            {message}
          </Alert>
        ))}
      {warnings.length > 0 && (
        <Alert tone="warning">
          {warnings.map(({ message }) => (
            <p key={message}>{message}</p>
          ))}
        </Alert>
      )}
    </>
  )
}

interface SideProps {
  side: 'income' | 'deduction'
  person: Person
  changes: Changes
  lacking: readonly number[]
  onChange: (changes: Changes) => void
}

function Side({ side, person, changes, lacking, onChange }: SideProps) {
  const headingId = useId()
  const lines = side === 'income' ? [...person.salary, ...person.income] : person.deduction
  return (
    <Card
      title={<span id={headingId}>{lineSides[side].label}</span>}
      actions={
        person.is_editable && (
          <AddLine
            side={side}
            onAdd={(item) =>
              onChange({
                ...changes,
                added: [
                  ...changes.added,
                  { key: Date.now(), item, side, per_value: item.per_value, value: zeroSatang },
                ],
              })
            }
          />
        )
      }
      flush
    >
      <LineTable
        labelledBy={headingId}
        lines={lines}
        added={changes.added.filter((line) => line.side === side)}
        changes={changes}
        isEditable={person.is_editable}
        lacking={lacking}
        onChange={onChange}
      />
    </Card>
  )
}

/** A dropdown of the items in use; choosing one adds a line. */
function AddLine({ side, onAdd }: { side: 'income' | 'deduction'; onAdd: (item: Item) => void }) {
  const { data } = useEndpoint(payroll.linesList, {})
  const items = data?.data[side] ?? []
  return (
    <SelectField
      label={`${actionWords.add}${lineSides[side].label}`}
      hideLabel
      placeholder={`${actionWords.add}${lineSides[side].label}`}
      className="w-56"
      items={items.map(({ value, name }) => ({ value: Number(value), name }))}
      value={undefined}
      onChange={(chosen) => {
        const item = items.find(({ value }) => Number(value) === chosen)
        if (item !== undefined) onAdd(item)
      }}
    />
  )
}

function Details({ person, detail }: { person: Person; detail: Month['detail'] }) {
  const { user_info: info, steps } = person
  return (
    <>
      <Card title="ข้อมูลการจ่าย">
        <DescriptionList
          items={[
            { label: infoLabels.position, value: info.position },
            { label: infoLabels.branch, value: info.branch },
            { label: infoLabels.pay_as, value: payKinds[info.pay_as].label },
            { label: fieldTitles.payDate, value: formatDay(person.pay_date) },
            { label: infoLabels.pay_type, value: payTypes[info.pay_type].label },
            { label: infoLabels.bank, value: banks[info.bank]?.label ?? info.bank },
            { label: infoLabels.bank_acc, value: formatAccountNumber(info.bank_acc) },
            { label: 'เลขที่สลิป', value: person.payslip_code },
            { label: fieldTitles.note, value: person.note, isWide: true },
          ]}
        />
      </Card>
      <Card title={`ยอดสะสมทั้งปี ${detail.year + 543}`}>
        <DescriptionList
          items={(['income', 'tax', 'sso', 'provident_fund'] as const).map((name) => ({
            label: yearLabels[name],
            value: <Money value={detail[name]} />,
          }))}
        />
      </Card>
      {steps.length > 0 && (
        <Card title={fieldTitles.step}>
          <ol className="flex flex-col gap-1.5">
            {steps.map(({ step, label, note, user, createdAt }) => (
              <li key={`${step} ${createdAt}`} className="flex flex-wrap gap-x-2">
                <span className="font-medium">{label}</span>
                <span className="text-muted">
                  {user} · {formatInstant(createdAt)}
                </span>
                {note !== '' && <span className="basis-full">{note}</span>}
              </li>
            ))}
          </ol>
        </Card>
      )}
      <History userId={info.user_id} month={person.month} />
    </>
  )
}

/** The other months of the person. */
function History({ userId, month }: { userId: number; month: string }) {
  const navigate = useNavigate()
  const { data } = useEndpoint(payroll.history, { user_id: userId })
  const rows = data?.data ?? []
  if (rows.length < 2) return null
  return (
    <Card
      title="ประวัติเงินเดือน"
      actions={
        <Button onPress={() => void navigate({ to: paths.payrollReport })}>
          {headings.payrollReport}
        </Button>
      }
    >
      <ul className="flex flex-col divide-y divide-line">
        {rows.map((row) => (
          <li
            key={row.payroll_id}
            // On a phone the chips are below the month and its amount.
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-1.5 sm:grid-cols-[10rem_minmax(0,1fr)_auto]"
          >
            <span>
              {row.month === month ? (
                <span className="font-medium">{formatMonth(row.month)}</span>
              ) : (
                <Link to={payrollPath(row)} className="text-primary">
                  {formatMonth(row.month)}
                </Link>
              )}
            </span>
            <span className="order-last col-span-2 flex flex-wrap gap-x-4 gap-y-1 sm:order-none sm:col-span-1 sm:justify-between">
              <StateChip state={payrollStatuses[row.status]} />
              {row.flags.includes('net') && <Chip tone="warn">ต่างจากเดือนก่อน</Chip>}
            </span>
            <span className="text-end font-medium whitespace-nowrap">
              <Money value={row.net} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
