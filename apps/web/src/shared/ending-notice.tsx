/**
 * A notice of the lines that a refund, or an end without a refund, ends; shown before the user
 * confirms it.
 */
import { bahtWithUnit, type Satang, sumSatang } from '@khapdee/domain/money'
import { Alert } from '../ui/feedback.tsx'

interface LineOutcome {
  /** The amount refunded of the line. */
  refunded: Satang
  /** The part that is paid and not refunded. */
  kept: Satang
  /** The amount owed until now, which the end writes off. */
  writtenOff: Satang
  /** The part that is paid and moved to the course that replaced the line. */
  moved?: Satang
}

/** A line that ends. */
export interface EndingLine extends LineOutcome {
  line_id: number
  name: string
}

export interface EndingEffect {
  /** The lines that end; until now they are open. */
  ending: readonly EndingLine[]
  /** Whether an exam right of an ending line is suspended. */
  suspendsExamRights: boolean
  /** Names of the lines that stay open. */
  staying: readonly string[]
}

/** The text for the paid amount of a line that moved to the course that replaced it. */
export const movedText = (moved: Satang): string => `ย้ายยอดชำระ ${bahtWithUnit(moved)}`

/** The text for the amounts of a line, without those that are zero. */
export const lineOutcomeText = ({ refunded, kept, writtenOff, moved }: LineOutcome): string =>
  [
    refunded > 0 && `คืน ${bahtWithUnit(refunded)}`,
    kept > 0 && `ไม่คืน ${bahtWithUnit(kept)}`,
    moved && movedText(moved),
    writtenOff > 0 && `ตัดยอดค้างชำระ ${bahtWithUnit(writtenOff)}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The text for the effect of rejecting a request fee. */
export const feeRejectionNotice =
  'ถ้าไม่อนุมัติ คำขอจะสิ้นสุด ยอดค้างชำระจะถูกตัดออก เงินที่ชำระแล้วจะอยู่ในรายการต้องคืนเงิน และแก้ไขภายหลังไม่ได้'

/** Lists the lines that end with their money, and the new status of the application. Renders nothing when no line ends. */
export function EndingNotice({ ending, suspendsExamRights, staying }: EndingEffect) {
  if (ending.length === 0) return null
  const writtenOffLines = ending.filter((line) => line.writtenOff > 0)
  return (
    <Alert tone="warning">
      รายการต่อไปนี้จะสิ้นสุด
      <ul>
        {ending.map(({ line_id, name, ...outcome }) => (
          <li key={line_id} className="mt-1">
            <span className="font-medium">{name}</span> {lineOutcomeText(outcome)}
          </li>
        ))}
      </ul>
      {writtenOffLines.length > 1 && (
        <p className="mt-1">
          {`รวมตัดยอดค้างชำระ ${bahtWithUnit(sumSatang(writtenOffLines.map((line) => line.writtenOff)))}`}
        </p>
      )}
      {suspendsExamRights && <p className="mt-1">สิทธิ์สอบของรายการเหล่านี้จะถูกระงับ</p>}
      <p className="mt-1">
        {staying.length === 0 ? 'ใบสมัครนี้จะสิ้นสุด' : `ใบสมัครยังใช้ต่อกับ ${staying.join(', ')}`}
      </p>
    </Alert>
  )
}
