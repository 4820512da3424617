import { formatBaht, type Satang } from '@khapdee/domain/money'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Money } from '../../ui/values.tsx'
import { Figure } from './figure.tsx'
import type { PayValues } from './pay-values.ts'
import { payTypeChoices } from './preview.ts'

const { FormMoney, FormSegmented } = fieldsOf<PayValues>()

interface PayLineProps {
  index: number
  name: string
  /** Owed for the line now. */
  balance: Satang
}

/** What is paid now for a line that is owed. */
export function PayLine({ index, name, balance }: PayLineProps) {
  const { setValue, clearErrors } = useFormContext<PayValues>()
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t border-line pt-3">
      <legend className="float-start font-medium">{name}</legend>
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-3">
        <div className="min-w-25">
          <Figure label="ยอดค้างชำระ">
            <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />
          </Figure>
        </div>
        <div className="flex min-w-0 grow basis-50 items-start gap-2">
          <FormMoney name={`lines.${index}.paid`} label="ชำระครั้งนี้" className="min-w-24 flex-1" />
          <Button
            isDisabled={balance === 0}
            onPress={() => {
              setValue(`lines.${index}.paid`, balance)
              clearErrors(`lines.${index}.paid`)
            }}
            className="mt-6.25 px-2.5"
          >
            <span aria-hidden>เต็มจำนวน</span>
            <span className="sr-only">{`ชำระเต็มจำนวน ${formatBaht(balance)} บาท`}</span>
          </Button>
        </div>
        <FormSegmented
          name={`lines.${index}.pay_type`}
          label="วิธีชำระเงิน"
          items={payTypeChoices}
          className="max-w-72 grow basis-44"
        />
      </div>
    </fieldset>
  )
}
