/**
 * Issues certificates of a year for the people who have none, and shows the reasons why others
 * cannot get one yet.
 */
import type { OutputOf } from '@khapdee/contract/endpoint'
import {
  type TaxCertificateCandidate,
  taxCertificate,
} from '@khapdee/contract/entities/tax-certificate'
import { titleOf } from '@khapdee/contract/field-meta'
import { payReturns, shortCertificateTitle } from '@khapdee/domain/payroll/tax-certificate'
import { formatYear } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { useState } from 'react'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/dialog.tsx'
import { Alert, RecordLoading } from '../../ui/feedback.tsx'
import { CheckBox } from '../../ui/fields/choice-fields.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { useToday } from '../../ui/use-today.ts'
import { Money } from '../../ui/values.tsx'

interface IssueDialogProps {
  /** The branch by which the list is filtered. */
  branch: string | undefined
  onClose: () => void
}

export function IssueDialog({ branch, onClose }: IssueDialogProps) {
  const [chosenYear, setYear] = useState<number>()
  const { data, error, refetch } = useEndpoint(
    taxCertificate.candidates,
    {
      ...(chosenYear !== undefined && { year: chosenYear }),
      ...(branch !== undefined && { branch }),
    },
    { staleTime: 0, keepPrevious: true },
  )
  const title = `${actionWords.issue}${shortCertificateTitle}`
  if (data !== undefined)
    return <People key={data.year} found={data} title={title} onYear={setYear} onClose={onClose} />
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      size="md"
      actions={<Button onPress={onClose}>{actionWords.close}</Button>}
    >
      <RecordLoading error={error} onRetry={() => void refetch()} />
    </Modal>
  )
}

interface PeopleProps {
  found: OutputOf<typeof taxCertificate.candidates>
  title: string
  onYear: (year: number) => void
  onClose: () => void
}

function People({ found, title, onYear, onClose }: PeopleProps) {
  const { data: people, year, years } = found
  const thisYear = Number(useToday().slice(0, 4))
  const ready = people.filter(({ problem }) => problem === null)
  // During the year, people who are still employed will get more pay, so they must be chosen
  // individually.
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () =>
      new Set(
        ready.filter(({ has_left }) => has_left || year < thisYear).map(({ user_id }) => user_id),
      ),
  )
  const count = ready.filter(({ user_id }) => chosen.has(user_id)).length
  const issue = useCommand(taxCertificate.issue, {
    invalidates: ['payroll'],
    alert: 'success',
    onSuccess: onClose,
  })
  const toggle = (user_id: number, isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      if (isChosen) after.add(user_id)
      else after.delete(user_id)
      return after
    })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      size="md"
      isBusy={issue.pending}
      actions={
        <>
          <Button onPress={onClose}>{actionWords.cancel}</Button>
          <Button
            kind="primary"
            pending={issue.pending}
            isDisabled={count === 0}
            onPress={() => void issue.mutate({ year, user_ids: [...chosen] })}
          >
            {actionWords.issue} {count} ฉบับ
          </Button>
        </>
      }
    >
      <SelectField
        label={titleOf({ year: taxCertificate.row.shape.year }, 'year')}
        items={years.map((value) => ({ value, name: formatYear(value) }))}
        value={year}
        onChange={onYear}
      />
      {issue.error !== null && (
        <div className="mt-3">
          <Alert tone="error">{issue.error.message}</Alert>
        </div>
      )}
      {year === thisYear && (
        <p className="mt-3 text-sm text-muted">
          ปีภาษีนี้ยังไม่สิ้นสุด ระบบเลือกไว้เฉพาะผู้ที่พ้นสภาพแล้ว ฉบับของผู้อื่นจะเป็นยอดถึงวันนี้
        </p>
      )}
      {people.length === 0 ? (
        <p className="mt-3 text-muted">พนักงานที่มีเงินได้ในปีนี้มีหนังสือรับรองครบแล้ว</p>
      ) : (
        <>
          <CheckBox
            className="mt-3 font-medium"
            label={`เลือกทั้งหมด (${ready.length} ฉบับ)`}
            isDisabled={ready.length === 0}
            checked={count === 0 ? false : count === ready.length || 'some'}
            onChange={(all) => setChosen(new Set(all ? ready.map(({ user_id }) => user_id) : []))}
          />
          <ul className="mt-1 flex flex-col divide-y divide-line">
            {people.map((person) => (
              <Person
                key={`${person.user_id} ${person.return} ${person.branch_id}`}
                person={person}
                isChosen={chosen.has(person.user_id)}
                onChange={toggle}
              />
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

interface PersonProps {
  person: TaxCertificateCandidate
  isChosen: boolean
  onChange: (user_id: number, isChosen: boolean) => void
}

function Person({ person, isChosen, onChange }: PersonProps) {
  const { user_id, name, branch, income, tax, problem, has_left } = person
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <CheckBox
        className="min-w-0 flex-1"
        isDisabled={problem !== null}
        checked={problem === null && isChosen}
        onChange={(checked) => onChange(user_id, checked)}
        label={
          <>
            {name}
            <span className="block text-sm text-muted">
              {[branch, payReturns[person.return].label, has_left ? 'พ้นสภาพแล้ว' : '']
                .filter(Boolean)
                .join(' · ')}
            </span>
            {problem !== null && <span className="block text-sm text-danger">{problem}</span>}
          </>
        }
      />
      <span className="text-end text-sm whitespace-nowrap">
        <Money value={income} />
        <span className="block text-muted">
          {headings.tax} <Money value={tax} />
        </span>
      </span>
    </li>
  )
}
