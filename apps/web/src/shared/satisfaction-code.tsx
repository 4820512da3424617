import { titleOf } from '@khapdee/contract/field-meta'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { paths } from './paths.ts'

const title = titleOf(examBooking.get.output.shape.data.shape, 'satisfaction_code')

/** The code that the staff gives to a candidate after the exam, in two groups of four digits. */
export const SatisfactionCode = ({ code }: { code: string }) => (
  <p className="text-sm text-muted">
    {title}{' '}
    <span className="font-semibold whitespace-nowrap text-ink">{`${code.slice(0, 4)} ${code.slice(4)}`}</span>{' '}
    <a href={paths.satisfaction} target="_blank" rel="noreferrer" className="underline">
      เปิดหน้าตอบแบบประเมิน
    </a>
  </p>
)
