/** The opening hours in the settings of a branch. */
import { type branch, branchSettings } from '@khapdee/contract/entities/branch'
import { titleOf } from '@khapdee/contract/field-meta'
import { type Weekday, weekdayNames, weekdays } from '@khapdee/domain/employee'
import { fieldTitles } from '@khapdee/domain/field-titles'
import type { OpeningHours } from '@khapdee/domain/timetable'
import { timetableChecks } from '@khapdee/domain/timetable'
import { useFormContext } from 'react-hook-form'
import type { ValuesOf } from '../../crud/resource.ts'
import { CheckboxGroupField, SwitchField } from '../../ui/fields/choice-fields.tsx'
import { TimeField } from '../../ui/fields/time-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { Card } from '../../ui/page.tsx'

type Values = ValuesOf<typeof branch>

const { FormSwitch } = fieldsOf<Values>()

const title = titleOf(branchSettings.shape, 'opening_hours')
const days = weekdayNames.map((value) => ({ value, name: weekdays[value].label }))
const usual = { opens: '08:30', closes: '17:00' }
const usualHours: readonly OpeningHours[] = weekdayNames.map((weekday) => ({ weekday, ...usual }))
const strictSettings = Object.values(timetableChecks).map(({ setting }) => setting)

/** Opening hours, and the data that must be entered before sessions can be scheduled. */
export function OpeningHoursCard() {
  return (
    <Card title={title}>
      <div className="flex flex-col gap-3.5">
        <HoursFields />
        <div>
          {strictSettings.map((setting) => (
            <FormSwitch key={setting} name={`settings.${setting}`} />
          ))}
          <p className="text-sm text-muted">
            ปิดไว้: ข้อมูลที่ยังไม่ได้บันทึกเป็นเพียงคำเตือน ข้อมูลที่บันทึกแล้วและขัดกับตารางจะถูกปฏิเสธเสมอ
          </p>
        </div>
      </div>
    </Card>
  )
}

function HoursFields() {
  const { value, change, field } = useFormField<Values>('settings.opening_hours')
  const hours = (value ?? null) as readonly OpeningHours[] | null
  const open = (chosen: readonly Weekday[]) => {
    const [first = usual] = hours ?? []
    const { opens, closes } = first
    change(
      chosen.map(
        (weekday) => hours?.find((day) => day.weekday === weekday) ?? { weekday, opens, closes },
      ),
    )
  }
  return (
    <>
      <SwitchField
        label={`กำหนด${title}`}
        value={hours !== null}
        onChange={(isOn) => change(isOn ? usualHours : null)}
        description="ปิดไว้: จัดตารางได้ทุกเวลา"
      />
      {hours !== null && (
        <>
          <CheckboxGroupField
            {...field}
            label="วันที่เปิดทำการ"
            items={days}
            value={hours.map(({ weekday }) => weekday)}
            onChange={open}
          />
          <div className="form-grid">
            {hours.map((day, index) => (
              <DayFields
                key={day.weekday}
                day={day}
                index={index}
                onChange={(changed) => change(hours.with(index, changed))}
              />
            ))}
          </div>
        </>
      )}
    </>
  )
}

interface DayFieldsProps {
  day: OpeningHours
  /** Position among the open days. */
  index: number
  onChange: (day: OpeningHours) => void
}

/**
 * The opening and closing time on one weekday. Text that is not a time becomes a value that the
 * schema refuses.
 */
function DayFields({ day, index, onChange }: DayFieldsProps) {
  const { formState } = useFormContext<Values>()
  const errors = formState.errors.settings?.opening_hours?.[index]
  const { label } = weekdays[day.weekday]
  const noTime = '' as OpeningHours['opens']
  const fieldOf = (name: 'opens' | 'closes') => ({
    value: day[name] === noTime ? undefined : day[name],
    onChange: (time: OpeningHours['opens'] | null) => onChange({ ...day, [name]: time ?? noTime }),
    onInvalid: () => onChange({ ...day, [name]: noTime }),
    error: errors?.[name]?.message,
    className: 'col-span-1 md:col-span-3',
  })
  return (
    <>
      <TimeField {...fieldOf('opens')} label={`${label} ${fieldTitles.opens}`} />
      <TimeField {...fieldOf('closes')} label={`${label} ${fieldTitles.closes}`} />
    </>
  )
}
