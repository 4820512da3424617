import { privacyNotice } from '@khapdee/domain/privacy-notice'
import { ShieldCheck } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { CheckBox } from '../../ui/check-box.tsx'
import { useFormField } from '../../ui/form/use-form-field.ts'
import { ThaiInstant } from '../../ui/thai-date.tsx'
import type { CustomerForm } from './customer-values.ts'

/** At registration: that the customer is told what is done with his data, or was told before. */
export function PrivacyNotice() {
  const { control } = useFormContext<CustomerForm>()
  const noticedAt = useWatch({ control, name: 'customer.noticed_at' })
  const { value, change } = useFormField<CustomerForm>('customer.privacy_notice')
  return (
    <div className="border-t border-line pt-3 text-sm">
      {noticedAt === null ? (
        <CheckBox
          label="แจ้งประกาศความเป็นส่วนตัวให้ผู้สมัครรับทราบแล้ว"
          checked={value === true}
          onChange={change}
        />
      ) : (
        <p className="flex items-center gap-2">
          <ShieldCheck size={16} aria-hidden className="shrink-0 text-ok" />
          <span>
            รับทราบประกาศความเป็นส่วนตัวเมื่อ <ThaiInstant value={noticedAt} />
          </span>
        </p>
      )}
      <p className="mt-1 text-xs text-muted">{privacyNotice.text}</p>
    </div>
  )
}
