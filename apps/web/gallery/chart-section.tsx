import { formatBaht, satang } from '@khapdee/domain/money'
import { useState } from 'react'
import { ChartCard } from '../src/ui/chart-card.tsx'
import { sideColors } from '../src/ui/chart-colors.ts'
import { ColumnChart, type ColumnPeriod } from '../src/ui/column-chart.tsx'
import { DonutChart } from '../src/ui/donut-chart.tsx'
import { countText } from '../src/ui/values.tsx'
import { Example, longText, tallText } from './example.tsx'

const asBaht = (value: number) => formatBaht(satang(value))

const slices = [
  { key: 'course', name: 'หลักสูตร', value: 4_512_300 },
  { key: 'exam', name: tallText, value: 1_200_000 },
  { key: 'long', name: longText, value: 350_050 },
  ...Array.from({ length: 8 }, (_, i) => ({
    key: `part ${i}`,
    name: `หมวดที่ ${i + 1}`,
    value: 90_000 - 10_000 * i,
  })),
  { key: 'none', name: 'อื่น ๆ', value: 0 },
  { key: 'refund', name: 'คืนเงินค่าสอบ', value: -150_000 },
]

const periods: readonly ColumnPeriod[] = Array.from({ length: 31 }, (_, i) => ({
  key: String(i + 1),
  shortName: String(i + 1),
  name: `${i + 1} ต.ค. 2569`,
}))
const income = periods.map((_, i) => ((i * 7919) % 31) * 40_000 - (i === 12 ? 900_000 : 0))
const expenses = periods.map((_, i) => ((i * 104_729) % 17) * 50_000)
const series = [
  { name: 'รายรับ', color: sideColors.income, data: income },
  { name: 'รายจ่าย', color: sideColors.expenses, data: expenses },
]
const line = {
  name: 'คงเหลือสุทธิ',
  color: sideColors.net,
  data: income.map((value, i) => value - (expenses[i] ?? 0)),
}
const noop = () => undefined

/** Charts. */
export function ChartSection() {
  const [selected, setSelected] = useState<string>()
  return (
    <>
      <Example name="DonutChart">
        <div className="grid gap-6 lg:grid-cols-2">
          <DonutChart
            label="รายรับแยกตามหมวด"
            slices={slices}
            title="รวมรายรับ"
            total="60,623.50"
            format={asBaht}
            selected={selected}
            onSelect={setSelected}
          />
          <DonutChart
            label="หมวดเดียว"
            slices={slices.slice(0, 1)}
            title="รวมรายรับ"
            total="45,123.00"
            format={asBaht}
            selected="course"
            onSelect={noop}
          />
        </div>
      </Example>
      <Example name="ColumnChart">
        <div className="grid gap-6 lg:grid-cols-2">
          <ColumnChart
            label="รายรับรายจ่ายแยกตามวัน"
            periods={periods}
            columns={series}
            line={line}
            format={asBaht}
            formatTick={(value) => countText(value / 100)}
            onSelect={noop}
          />
          <ColumnChart
            label="วันเดียว"
            periods={periods.slice(0, 1)}
            columns={[{ ...line, data: [120_000] }]}
            format={asBaht}
            formatTick={(value) => countText(value / 100)}
            onSelect={noop}
          />
        </div>
      </Example>
      <Example name="ChartCard">
        <div className="grid gap-6 lg:grid-cols-2">
          <ChartCard
            title={`${tallText} ${longText}`}
            isEmpty={false}
            chart={<p>{longText}</p>}
            table={<p>ตาราง</p>}
          />
          <ChartCard
            title="ไม่มีตัวเลข"
            isEmpty
            emptyHint="ลองเปลี่ยนช่วงวันที่ หรือล้างตัวกรอง"
            chart={null}
            table={null}
          />
        </div>
      </Example>
    </>
  )
}
