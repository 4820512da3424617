import { type Denomination, denominationName, denominations } from '@khapdee/domain/cash'
import { satang } from '@khapdee/domain/money'
import { useFormContext, useWatch } from 'react-hook-form'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/values.tsx'
import type { CountValues } from './count-values.ts'

const { FormNumber } = fieldsOf<CountValues>()

/** How many there are of each note and coin, and what they make. */
export function CashCounter() {
  return (
    <Card title="ธนบัตรและเหรียญ">
      <div className="grid gap-x-6 gap-y-2 md:grid-flow-col md:grid-cols-2 md:grid-rows-6">
        {denominations.map((value, place) => (
          <Pieces key={value} value={value} place={place} />
        ))}
      </div>
    </Card>
  )
}

interface PiecesProps {
  value: Denomination
  place: number
}

function Pieces({ value, place }: PiecesProps) {
  const name = denominationName(value)
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden className="flex h-control flex-1 items-center whitespace-nowrap">
        {name}
      </span>
      <FormNumber name={`pieces.${place}`} label={name} hideLabel className="w-20" />
      <span className="flex h-control w-22 items-center justify-end">
        <Amount value={value} place={place} />
      </span>
    </div>
  )
}

function Amount({ value, place }: PiecesProps) {
  const { control } = useFormContext<CountValues>()
  const count = useWatch({ control, name: `pieces.${place}` })
  const isCount = Number.isSafeInteger(count) && Number(count) >= 0
  const amount = satang(isCount ? value * Number(count) : 0)
  return <Money value={amount} tone={amount === 0 ? 'muted' : 'plain'} />
}
