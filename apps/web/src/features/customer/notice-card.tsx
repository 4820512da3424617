/** What the customer was told of his data: when, by whom, in which wording. */
import { type CustomerRecord, customerRecord } from '@khapdee/contract/entities/customer-record'
import { isCurrentNotice, noticeStates, privacyNotice } from '@khapdee/domain/privacy-notice'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { invalidate } from '../../api/queries.ts'
import { alerts } from '../../shared/alerts.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { Chip, ThaiInstant } from '../../ui/values.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useQueryClient } from '@tanstack/react-query'

export function NoticeCard({ person }: { person: CustomerRecord['customer'] }) {
  const { can } = useSession()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { customer_id, version, privacy_notice_at, privacy_notice_version } = person
  const isGiven = privacy_notice_at !== null
  const isCurrent = isCurrentNotice(privacy_notice_version)

  const record = async () => {
    const { message } = await call(customerRecord.giveNotice, { customer_id, version })
    alerts.success(message)
    await invalidate(client, ['customer'])
  }
  // The button goes with what it did, and the focus would go with it.
  const place = useRef<HTMLDivElement>(null)
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && !isAsking && isCurrent) {
      requestAnimationFrame(() => place.current?.focus())
    }
    wasAsked.current = isAsking
  }, [isAsking, isCurrent])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Card
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            ประกาศความเป็นส่วนตัว
            <Chip tone={isCurrent ? 'ok' : 'warn'}>
              {isGiven && !isCurrent
                ? 'มีฉบับใหม่ที่ยังไม่ได้แจ้ง'
                : noticeStates[isGiven ? 'given' : 'missing'].label}
            </Chip>
          </span>
        }
        actions={
          !isCurrent &&
          can('customer.update') && (
            <Button icon={ShieldCheck} size="sm" onPress={() => setAsking(true)}>
              บันทึกว่าแจ้งแล้ว
            </Button>
          )
        }
      >
        {isGiven ? (
          <p>
            รับทราบเมื่อ <ThaiInstant value={privacy_notice_at} /> ฉบับ {privacy_notice_version}
            {person.privacy_notice_by !== '' && ` บันทึกโดย ${person.privacy_notice_by}`}
          </p>
        ) : (
          <p className="text-muted">ยังไม่มีบันทึกว่าผู้สมัครรับทราบประกาศความเป็นส่วนตัวของโรงเรียน</p>
        )}
        <ConfirmDialog
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title="บันทึกการรับทราบประกาศความเป็นส่วนตัว"
          confirmLabel="บันทึก"
          onConfirm={record}
        >
          <p>แจ้งข้อความต่อไปนี้ให้ผู้สมัครรับทราบแล้วใช่หรือไม่ เมื่อบันทึกแล้วจะยกเลิกไม่ได้</p>
          <p className="mt-2 text-sm text-muted">
            {privacyNotice.text} (ฉบับ {privacyNotice.version})
          </p>
        </ConfirmDialog>
      </Card>
    </div>
  )
}
