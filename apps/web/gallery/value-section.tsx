import { money } from '@khapdee/contract/entities/application-shapes'
import { customerFields } from '@khapdee/contract/entities/customer'
import { titleOf } from '@khapdee/contract/field-meta'
import { satang } from '@khapdee/domain/money'
import { day } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import { BarChart } from '../src/ui/bar-chart.tsx'
import { Avatar, Money, QrCode, ThaiDay, ThaiInstant } from '../src/ui/values.tsx'
import { DescriptionList, Stat, Stats, StatsNote } from '../src/ui/page.tsx'
import { longText, Example, tallText, customerName } from './example.tsx'

const huge = satang(999_999_999_999_999)

/** Components that show values of a record. */
export function ValueSection() {
  return (
    <>
      <Example name="Money">
        <div className="flex flex-wrap gap-6">
          <Money value={satang(0)} tone="muted" />
          <Money value={satang(123_450)} />
          <Money value={satang(-123_450)} />
          <Money value={satang(123_450)} tone="owed" />
          <Money value={huge} />
        </div>
      </Example>
      <Example name="Avatar">
        <div className="flex flex-wrap items-center gap-6">
          <Avatar fname="สมหญิง" sname="เก่งการเรียน" src={null} />
          <Avatar fname="เปรม" sname="ใจดี" src="/icon.svg" />
          <Avatar fname="–" sname="" fallback="ad" src={null} size="lg" />
          <Avatar fname="ญาดา" sname="ฐิติ" src="/icon.svg" size="lg" />
        </div>
      </Example>
      <Example name="BarChart">
        <BarChart
          label="ผลการประเมิน"
          parts={[
            { name: 'ผ่าน', color: 'var(--ok)' },
            { name: 'ไม่ผ่าน', color: 'var(--danger)' },
          ]}
          bars={[
            { key: '1', name: 'การถอยหลังเข้าซอง', sizes: [32, 8], text: '80%', href: '/' },
            { key: '2', name: longText, note: 'ภาคปฏิบัติ', sizes: [0, 0], text: '–', href: '/' },
          ]}
          unit="ครั้ง"
        />
      </Example>
      <Example name="QrCode">
        <div className="size-40">
          <QrCode
            path="M0 0h3v3h-3zM5 0h3v3h-3zM0 5h3v3h-3zM4 4h2v2h-2zM6 6h2v2h-2z"
            size={8}
            label="คิวอาร์โค้ดพร้อมเพย์"
          />
        </div>
      </Example>
      <Example name="ThaiDay, ThaiInstant">
        <div className="flex flex-wrap gap-6">
          <ThaiDay value={day('2026-11-21')} />
          <ThaiDay value={day('2026-11-21')} format="short" />
          <ThaiDay value={null} />
          <ThaiInstant value="2026-11-21T01:26:00.000Z" />
          <ThaiInstant value={null} />
        </div>
      </Example>
      <Example name="Stats, Stat, StatsNote">
        <div className="flex flex-col gap-3">
          <Stats>
            <Stat label={titleOf(money, 'net')} value={<Money value={satang(4_500_000)} />} />
            <Stat
              label={titleOf(money, 'balance')}
              value={<Money value={satang(900_000)} />}
              tone="owed"
            />
            <Stat label={tallText} value={<Money value={huge} />} note={longText} />
          </Stats>
          <StatsNote>{tallText}</StatsNote>
        </div>
      </Example>
      <Example name="DescriptionList">
        <DescriptionList
          items={[
            { label: titleOf(customerFields, 'fname'), value: customerName },
            { label: titleOf(customerFields, 'line'), value: '' },
            { label: 'อีเมล', value: null },
            { label: tallText, value: longText },
            { label: 'เหตุผล', value: longText, isWide: true },
            { label: headings.number, value: 'AP-KKN-6911-0001'.repeat(3) },
          ]}
        />
      </Example>
    </>
  )
}
