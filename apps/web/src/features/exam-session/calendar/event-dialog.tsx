/** The dialog that creates or changes an own event in the calendar. */
import type { InputOf } from '@khapdee/contract/endpoint'
import { type CalendarEntry, calendarEvent } from '@khapdee/contract/entities/calendar'
import { entities } from '@khapdee/domain/entities'
import type { Day } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { resolverOf, schemaProblems, showOnFields } from '../../../api/form-errors.ts'
import { useCommand } from '../../../api/queries.ts'
import { FormDialog } from '../../../crud/form-dialog.tsx'
import { useSession } from '../../../session/session.ts'
import type { Choice } from '../../../ui/fields/select-field.tsx'
import { fieldsOf } from '../../../ui/form/form-fields.tsx'
import { FormTime } from '../time-field.tsx'
import { laterBy, timeOfEntry } from './calendar-span.ts'

type Values = InputOf<typeof calendarEvent.create>

const { FormDate, FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()
const schema = calendarEvent.create.input
const { label } = entities.calendar_event

/** Whole days have no times. */
const inputOf = (values: Values): Values =>
  values.is_all_day ? { ...values, start_time: null, end_time: null } : values

const resolver = resolverOf<Values>((values) => schemaProblems(schema, { ...inputOf(values) }))

const invalidates = ['exam']

interface EventDialogProps {
  /** The stored event; absent for a new one. */
  entry?: CalendarEntry | undefined
  /** The first day of a new event. */
  start: Day
  startTime?: string | undefined
  onClose: () => void
}

export function EventDialog({ entry, start, startTime = '09:00', onClose }: EventDialogProps) {
  const { branches } = useSession()
  const form = useForm<Values>({
    defaultValues:
      entry === undefined
        ? {
            title: '',
            category: 'Personal',
            branch_id: null,
            is_all_day: false,
            start,
            start_time: startTime,
            end: start,
            end_time: laterBy(startTime, 1),
            is_busy: false,
            note: '',
          }
        : {
            title: entry.title,
            category: entry.category,
            branch_id: entry.branch_id,
            is_busy: entry.is_busy,
            note: entry.note,
            ...timeOfEntry(entry),
          },
    resolver,
  })
  const isAllDay = useWatch({ control: form.control, name: 'is_all_day' })
  const options = {
    invalidates,
    alert: 'success',
    onSuccess: onClose,
    onError: (error: Parameters<typeof showOnFields>[1]) => showOnFields(form, error),
  } as const
  const create = useCommand(calendarEvent.create, options)
  const update = useCommand(calendarEvent.update, options)
  const audience = useMemo(
    (): readonly Choice<number | null>[] => [
      { value: null, name: 'เฉพาะฉัน' },
      ...branches.map(({ value, name }) => ({
        value: Number(value),
        name: `ทุกคนในสาขา${name}`,
      })),
    ],
    [branches],
  )
  const title = entry === undefined ? `${actionWords.add}${label}` : `${actionWords.edit}${label}`
  return (
    <FormDialog
      form={form}
      schema={schema}
      title={title}
      size="md"
      onClose={onClose}
      onSubmit={form.handleSubmit((entered) => {
        const values = inputOf(entered)
        if (entry === undefined) return create.mutate(values)
        const key = { calendar_event_id: entry.record_id ?? 0, version: entry.version ?? 0 }
        return update.mutate({ ...values, ...key })
      })}
      submitLabel={actionWords.save}
      pending={create.pending || update.pending}
      problem={(create.error ?? update.error)?.message ?? null}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <FormText name="title" className="sm:col-span-2" />
        <FormSelect name="category" />
        <FormSelect name="branch_id" items={audience} />
        <FormSwitch name="is_all_day" />
        <FormSwitch name="is_busy" label="ไม่ว่าง (จัดเป็นกรรมการสอบไม่ได้)" />
        <FormDate name="start" />
        {isAllDay ? <FormDate name="end" /> : <FormTime<Values> name="start_time" />}
        {!isAllDay && <FormDate name="end" />}
        {!isAllDay && <FormTime<Values> name="end_time" />}
        <FormTextArea name="note" rows={2} className="sm:col-span-2" />
      </div>
    </FormDialog>
  )
}
