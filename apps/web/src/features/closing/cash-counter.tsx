import { type Denomination, denominationName, denominations } from '@khapdee/domain/cash'
import { satang } from '@khapdee/domain/money'
import { type Control, useWatch } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import { FormNumber } from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/money.tsx'
import type { CountValues } from './count-values.ts'

/** How many there are of each note and coin, and what they make. */
export function CashCounter({ control }: { control: Control<CountValues> }) {
  return (
    <Card title="ธนบัตรและเหรียญ">
      <div className="grid gap-x-6 gap-y-2 md:grid-flow-col md:grid-cols-2 md:grid-rows-6">
        {denominations.map((value, place) => (
          <Pieces key={value} control={control} value={value} place={place} />
        ))}
      </div>
    </Card>
  )
}

interface PiecesProps {
  control: Control<CountValues>
  value: Denomination
  place: number
}

function Pieces({ control, value, place }: PiecesProps) {
  const name = denominationName(value)
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden className="flex h-control flex-1 items-center whitespace-nowrap">
        {name}
      </span>
      <FormNumber
        control={control}
        name={`pieces.${place}`}
        label={name}
        hideLabel
        className="w-20"
      />
      <span className="flex h-control w-22 items-center justify-end">
        <Amount control={control} value={value} place={place} />
      </span>
    </div>
  )
}

function Amount({ control, value, place }: PiecesProps) {
  const count = useWatch({ control, name: `pieces.${place}` })
  const isCount = Number.isSafeInteger(count) && Number(count) >= 0
  const amount = satang(isCount ? value * Number(count) : 0)
  return <Money value={amount} tone={amount === 0 ? 'muted' : 'plain'} />
}
