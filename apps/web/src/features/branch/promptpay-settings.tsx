import { branch } from '@khapdee/contract/entities/branch'
import { useFormContext, useWatch } from 'react-hook-form'
import { useEndpoint } from '../../api/queries.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { QrCode } from '../../ui/values.tsx'
import { useDebouncedValue } from '../../ui/hooks.ts'

type Values = ValuesOf<typeof branch>

const { FormText } = fieldsOf<Values>()

/** The PromptPay id, and its code to scan before it is saved. */
export function PromptPaySettings() {
  const { control } = useFormContext<Values>()
  const id = useDebouncedValue(useWatch({ control, name: 'promptpay_id' }))
  const isWhole = id !== '' && branch.promptpay.input.safeParse({ promptpay_id: id }).success
  const { data } = useEndpoint(
    branch.promptpay,
    { promptpay_id: id },
    { enabled: isWhole, staleTime: Infinity },
  )
  return (
    <Card title="พร้อมเพย์">
      <div className="form-grid">
        <FormText
          name="promptpay_id"
          keys="digits"
          inputMode="numeric"
          description="โทรศัพท์ 10 หลัก เลขผู้เสียภาษี 13 หลัก หรือ e-Wallet 15 หลัก เว้นว่างไว้เมื่อไม่รับโอนด้วยคิวอาร์"
          className="md:col-span-6"
        />
        <figure className="flex items-center gap-3 md:col-span-6">
          <div className="flex aspect-square w-32 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line p-2 text-center text-xs text-muted">
            {isWhole && data ? (
              <QrCode {...data.data} label={`คิวอาร์พร้อมเพย์ ${id}`} />
            ) : (
              'คิวอาร์แสดงเมื่อกรอกหมายเลขครบ'
            )}
          </div>
          <figcaption className="text-sm text-muted">
            ลองสแกนด้วยแอปธนาคาร ตรวจชื่อบัญชีให้ถูกต้องก่อนบันทึก คิวอาร์นี้พิมพ์บนใบสมัครและใบเสร็จที่ยังค้างชำระ
          </figcaption>
        </figure>
      </div>
    </Card>
  )
}
