import type { payrollRate } from '@khapdee/contract/entities/payroll-rate'
import {
  blankFigures,
  figureLabels,
  figureUnits,
  rateFigures,
} from '@khapdee/domain/payroll/rate-figures'
import { useEffect } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ValuesOf } from '../../crud/resource.ts'
import { TextArea } from '../../ui/fields/text-fields.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useLabelledField } from '../../ui/form/use-form-field.ts'
import { Card } from '../../ui/page.tsx'

type Values = ValuesOf<typeof payrollRate>

const { FormDate, FormMoney, FormSelect, FormText } = fieldsOf<Values>()

/** The form of a rate. The figures are those of its kind. */
export function PayrollRateFields() {
  const { control, setValue } = useFormContext<Values>()
  const [type, stored] = useWatch({ control, name: ['type', 'figures'] })
  // A blank form has neither.
  const figures = stored ?? []
  const names = type in rateFigures ? Object.keys(rateFigures[type]) : []
  const isOfType = names.join() === figures.map(({ figure }) => figure).join()
  useEffect(() => {
    if (!isOfType && names.length > 0) setValue('figures', blankFigures(type))
  })
  return (
    <Card title="ข้อมูลอัตรา">
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-6" />
        <FormSelect name="type" className="md:col-span-6" />
        <FormDate name="valid_from" className="md:col-span-3" />
        <FormDate name="valid_to" className="md:col-span-3" />
        <Provinces />
        {isOfType &&
          figures.map(({ figure }, i) => {
            const spec = figureLabels[figure]
            if (spec === undefined) return null
            return (
              <FormMoney
                key={figure}
                name={`figures.${i}.value`}
                label={`${spec.label} (${figureUnits[spec.unit].label})`}
                required={spec.optional !== true}
                className="md:col-span-6"
              />
            )
          })}
      </div>
    </Card>
  )
}

/** The names of provinces, separated by commas. */
function Provinces() {
  const { value, change, field } = useLabelledField<Values>('provinces', {})
  return (
    <TextArea
      {...field}
      description="คั่นด้วยเครื่องหมายจุลภาค เว้นว่างหากใช้ทั้งประเทศ"
      value={Array.isArray(value) ? value.join(',') : ''}
      // The text stays as typed, so that a comma does not disappear; saving trims the names.
      onChange={(text) => change(text === '' ? [] : text.split(','))}
      className="md:col-span-6"
    />
  )
}
