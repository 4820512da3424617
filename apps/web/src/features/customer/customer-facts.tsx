/** Who a customer is and how he is reached. */
import { customer } from '@khapdee/contract/entities/customer'
import type { CustomerRecord } from '@khapdee/contract/entities/customer-record'
import { formatAddress } from '@khapdee/domain/format-address'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import { nationalities } from '@khapdee/domain/privacy-notice'
import { formatDayLong } from '@khapdee/domain/thai-date'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card, DescriptionList } from '../../ui/page.tsx'
import { ThaiInstant } from '../../ui/values.tsx'

type Person = CustomerRecord['customer']

export function CustomerFacts({ person }: { person: Person }) {
  const numbers = useNumbers(person)
  const { birthday, age, phone_2, email, line, note } = person
  const given = [
    ...(phone_2 === '' ? [] : [{ label: 'โทรศัพท์สำรอง', value: formatPhone(phone_2) }]),
    ...(email === '' ? [] : [{ label: 'อีเมล', value: email }]),
    ...(line === '' ? [] : [{ label: 'ไลน์ไอดี', value: line }]),
  ]
  return (
    <Card title="ข้อมูลผู้สมัคร" actions={numbers.button}>
      <DescriptionList
        items={[
          {
            label: 'ประเภท',
            value: nationalities[person.is_foreigner ? 'foreign' : 'thai'].label,
          },
          { label: 'เลขประจำตัวประชาชน', value: numbers.idcard },
          ...(person.passport === ''
            ? []
            : [{ label: 'เลขที่หนังสือเดินทาง', value: numbers.passport }]),
          {
            label: 'วันเกิด',
            value: birthday === null ? '' : `${formatDayLong(birthday)} (อายุ ${age ?? '–'} ปี)`,
          },
          { label: 'โทรศัพท์มือถือ', value: formatPhone(person.phone_1) },
          ...given,
          { label: 'ที่อยู่', value: formatAddress(person) },
          { label: 'สาขา', value: person.branch },
          { label: 'วันที่บันทึก', value: <ThaiInstant value={person.createdAt} /> },
          ...(note === ''
            ? []
            : [{ label: 'หมายเหตุ', value: <span className="whitespace-pre-line">{note}</span> }]),
        ]}
      />
    </Card>
  )
}

/** His numbers, masked until they are asked for and again at will; that somebody asked is written down. */
function useNumbers({ customer_id, idcard, passport }: Person) {
  const { can } = useSession()
  const [whole, setWhole] = useState<{ idcard: string; passport: string } | null>(null)
  const reveal = useCommand(customer.reveal, {
    alert: 'errors',
    invalidates: [],
    onSuccess: ({ data }) => setWhole(data),
  })
  const hasNumber = idcard !== '' || passport !== ''
  return {
    idcard: whole === null ? idcard : formatIdCard(whole.idcard),
    passport: whole?.passport ?? passport,
    button: hasNumber && can('customer.reveal') && (
      <IconButton
        label={whole === null ? 'แสดงเลขบัตรเต็ม' : 'ปิดบังเลขบัตร'}
        icon={whole === null ? Eye : EyeOff}
        pending={reveal.pending}
        onPress={() => (whole === null ? void reveal.mutate({ customer_id }) : setWhole(null))}
      />
    ),
  }
}
