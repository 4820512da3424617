/** Cards of the customer screen: identity, contact and privacy notice. */
import { customer } from '@khapdee/contract/entities/customer'
import {
  customerRecord,
  type CustomerRecord,
  customerWithBranch,
} from '@khapdee/contract/entities/customer-record'
import { titlesOf } from '@khapdee/contract/field-meta'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatAddress } from '@khapdee/domain/format-address'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import {
  isCurrentNotice,
  nationalities,
  noticeStates,
  privacyNotice,
} from '@khapdee/domain/privacy-notice'
import { formatDayLong } from '@khapdee/domain/thai-date'
import { actionWords, headings } from '@khapdee/domain/words'
import { useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, ShieldCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/client.ts'
import { invalidate, useCommand } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { alerts } from '../../shared/alerts.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Card, DescriptionList } from '../../ui/page.tsx'
import { Chip, ThaiInstant } from '../../ui/values.tsx'

type Person = CustomerRecord['customer']

const labels = titlesOf(customerWithBranch.shape)

export function CustomerFacts({ person }: { person: Person }) {
  const idNumbers = useIdNumbers(person)
  const { birthday, age, phone_2, email, line, note } = person
  const optionalItems = [
    ...(phone_2 === '' ? [] : [{ label: labels.phone_2, value: formatPhone(phone_2) }]),
    ...(email === '' ? [] : [{ label: labels.email, value: email }]),
    ...(line === '' ? [] : [{ label: labels.line, value: line }]),
  ]
  return (
    <Card title="ข้อมูลผู้สมัคร" actions={idNumbers.revealButton}>
      <DescriptionList
        items={[
          {
            label: fieldTitles.type,
            value: nationalities[person.is_foreigner ? 'foreign' : 'thai'].label,
          },
          { label: labels.idcard, value: idNumbers.idcard },
          ...(person.passport === ''
            ? []
            : [{ label: labels.passport, value: idNumbers.passport }]),
          {
            label: labels.birthday,
            value: birthday === null ? '' : `${formatDayLong(birthday)} (อายุ ${age ?? '–'} ปี)`,
          },
          { label: labels.phone_1, value: formatPhone(person.phone_1) },
          ...optionalItems,
          { label: headings.address, value: formatAddress(person) },
          { label: labels.branch, value: person.branch },
          { label: labels.createdAt, value: <ThaiInstant value={person.createdAt} /> },
          ...(note === ''
            ? []
            : [{ label: labels.note, value: <span className="whitespace-pre-line">{note}</span> }]),
        ]}
      />
    </Card>
  )
}

/**
 * The ID and passport number, masked or revealed, and the button that reveals and masks them; each
 * reveal is audited.
 */
function useIdNumbers({ customer_id, idcard, passport }: Person) {
  const { can } = useSession()
  const [revealed, setRevealed] = useState<{ idcard: string; passport: string } | null>(null)
  const reveal = useCommand(customer.reveal, {
    alert: 'errors',
    invalidates: [],
    onSuccess: ({ data }) => setRevealed(data),
  })
  const hasNumber = idcard !== '' || passport !== ''
  return {
    idcard: revealed === null ? idcard : formatIdCard(revealed.idcard),
    passport: revealed?.passport ?? passport,
    revealButton: hasNumber && can('customer.reveal') && (
      <IconButton
        label={revealed === null ? actionWords.reveal : 'ปิดบังเลขบัตร'}
        icon={revealed === null ? Eye : EyeOff}
        pending={reveal.pending}
        onPress={() =>
          revealed === null ? void reveal.mutate({ customer_id }) : setRevealed(null)
        }
      />
    ),
  }
}

/** The privacy notice given to the customer (time, version, user), with a button that records it as given. */
export function NoticeCard({ person }: { person: Person }) {
  const { can } = useSession()
  const client = useQueryClient()
  const [isConfirming, setConfirming] = useState(false)
  const { customer_id, version, privacy_notice_at, privacy_notice_version } = person
  const isGiven = privacy_notice_at !== null
  const isCurrent = isCurrentNotice(privacy_notice_version)

  const recordNotice = async () => {
    const { message } = await call(customerRecord.giveNotice, { customer_id, version })
    alerts.success(message)
    await invalidate(client, ['customer'])
  }
  // Recording the notice removes the focused button. The focus moves to the card, or it would be lost.
  const container = useRef<HTMLDivElement>(null)
  const wasConfirming = useRef(false)
  useEffect(() => {
    if (wasConfirming.current && !isConfirming && isCurrent) {
      requestAnimationFrame(() => container.current?.focus())
    }
    wasConfirming.current = isConfirming
  }, [isConfirming, isCurrent])
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
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
            <Button icon={ShieldCheck} size="sm" onPress={() => setConfirming(true)}>
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
          isOpen={isConfirming}
          onClose={() => setConfirming(false)}
          title="บันทึกการรับทราบประกาศความเป็นส่วนตัว"
          confirmLabel={actionWords.save}
          onConfirm={recordNotice}
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
