/** A notice of the lines that a refund, or an end without money back, ends; shown before the user confirms it. */
import { bahtWithUnit, type Satang, sumSatang } from '@khapdee/domain/money'
import { Alert } from '../ui/feedback.tsx'

/** A line that ends. */
export interface EndingLine {
  line_id: number
  name: string
  /** The amount refunded of the line. */
  value: Satang
  /** Paid and not refunded. */
  kept: Satang
  /** Owed until now, and written off by the end. */
  owed: Satang
}

export interface EndingEffect {
  /** The lines that end; until now they are open. */
  ending: readonly EndingLine[]
  /** Whether an exam right of an ending line is suspended. */
  suspendsExamRights: boolean
  /** Names of the lines that stay open. */
  staying: readonly string[]
}

/** The text for the money of a line: refunded, kept and written off. */
export const lineEffect = ({ value, kept, owed }: Omit<EndingLine, 'line_id' | 'name'>): string =>
  [
    value > 0 && `คืน ${bahtWithUnit(value)}`,
    kept > 0 && `ไม่คืน ${bahtWithUnit(kept)}`,
    owed > 0 && `ตัดยอดค้างชำระ ${bahtWithUnit(owed)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The text for the effect of rejecting a request fee. */
export const feeRejectionNotice =
  'ถ้าไม่อนุมัติ คำขอจะสิ้นสุด ยอดค้างชำระจะถูกตัดออก เงินที่ชำระแล้วจะอยู่ในรายการต้องคืนเงิน และแก้ไขภายหลังไม่ได้'

/** Lists the lines that end with their money, and what happens to the application. Renders nothing when no line ends. */
export function EndingNotice({ ending, suspendsExamRights, staying }: EndingEffect) {
  if (ending.length === 0) return null
  const owedLines = ending.filter((line) => line.owed > 0)
  return (
    <Alert tone="warning">
      รายการต่อไปนี้จะสิ้นสุด
      <ul>
        {ending.map(({ line_id, name, ...money }) => (
          <li key={line_id} className="mt-1">
            <span className="font-medium">{name}</span> {lineEffect(money)}
          </li>
        ))}
      </ul>
      {owedLines.length > 1 && (
        <p className="mt-1">
          {`รวมตัดยอดค้างชำระ ${bahtWithUnit(sumSatang(owedLines.map((line) => line.owed)))}`}
        </p>
      )}
      {suspendsExamRights && <p className="mt-1">สิทธิ์สอบของรายการเหล่านี้จะถูกระงับ</p>}
      <p className="mt-1">
        {staying.length === 0 ? 'ใบสมัครนี้จะสิ้นสุด' : `ใบสมัครยังใช้ต่อกับ ${staying.join(', ')}`}
      </p>
    </Alert>
  )
}
