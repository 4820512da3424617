/**
 * Score sheets of the demo's exams, and the answers of their candidates about their satisfaction. They are inserted at once,
 * like the exams.
 */
import { type LimitedItem, isOnScoreSheet, isQuestion } from '@khapdee/domain/score-sheet'
import type { RowOf } from '../db/columns.ts'
import { newCode } from '../modules/exam/score-sheet.ts'
import type { SessionYear } from './demo-exam-sessions.ts'
import { insertRows, markedDemoExams, takeIds } from './demo.queries.ts'
import { type Random, createRandom } from './random.ts'

type MarkedExam = RowOf<typeof markedDemoExams.columns>
type Item = LimitedItem & { evaluate_id: number; title: string }

const seed = 4711
/** Shares of the candidates who answer, and of those who also comment. */
const answering = 0.68
const commenting = 0.22
/** Shares of the items that candidates did well, for those who passed and for those who failed. */
const done = { pass: 0.96, fail: 0.55 }

/** Titles of questions with lower ratings than others, with their average rating. */
const averages: Readonly<Record<string, number>> = {
  ครูฝึกสุภาพและใจเย็น: 4.7,
  ครูฝึกตรงต่อเวลา: 4.1,
  ชั่วโมงฝึกเพียงพอ: 3.7,
  ห้องอบรมสะอาดและสะดวก: 4,
  ขั้นตอนสมัครและชำระเงินรวดเร็ว: 3.9,
}
const usualAverage = 4.4

/** Comments of satisfied candidates, and of less satisfied ones. */
const comments = {
  good: [
    'ครูใจเย็น อธิบายละเอียดทุกขั้นตอน ขอบคุณมากค่ะ',
    'สอบผ่านครั้งแรกเลยครับ เจ้าหน้าที่แนะนำดีมาก',
    'สนามสอบร่มรื่น มีที่นั่งรอสะดวก',
    'รถฝึกใหม่ แอร์เย็น ขับง่าย',
    'ขั้นตอนไม่ยุ่งยาก จองคิวแล้วได้สอบตามเวลา',
    'ประทับใจครูฝึกค่ะ จะแนะนำเพื่อนมาเรียน',
  ],
  bad: [
    'รอคิวนานไปหน่อย อยากให้แจ้งเวลาที่ชัดเจนกว่านี้',
    'ห้องน้ำควรทำความสะอาดบ่อยขึ้น',
    'อยากได้ชั่วโมงฝึกถอยหลังเข้าซองเพิ่ม',
    'ที่จอดรถน้อย วันเสาร์หาที่จอดยาก',
  ],
}

/** One to five, around an average. */
function answerOf(random: Random, average: number): number {
  const spread = random.next() + random.next() - 1
  return Math.max(1, Math.min(5, Math.round(average + 1.6 * spread)))
}

/** The values of the score sheet of an exam. */
const sheetOf = (random: Random, exam: MarkedExam, items: readonly Item[]) =>
  items
    .filter((item) => isOnScoreSheet(item, exam))
    .map(({ evaluate_id }) => ({
      exam_id: exam.exam_id,
      evaluate_id,
      value: Number(random.chance(exam.passed ? done.pass : done.fail)),
    }))

/** Inserts the values and answers. @param now the latest time of an answer */
export async function createDemoEvaluations({ tx }: SessionYear, now: Date): Promise<void> {
  const exams = await markedDemoExams.rows(tx)
  // All items of the demo belong to all branches.
  const items = await tx
    .selectFrom('evaluate')
    .select(['evaluate_id', 'title', 'type', 'category', 'course_id', 'other_fee_id'])
    .orderBy('sort')
    .orderBy('evaluate_id')
    .$narrowType<Item>()
    .execute()
  const random = createRandom(seed)
  await insertRows(
    tx,
    'exam_item',
    exams.flatMap((exam) => sheetOf(random, exam, items)),
  )
  const { ids } = await takeIds.one(tx, 'satisfaction', exams.length)
  const codes = new Set<string>()
  const answers: { satisfaction_id: number; evaluate_id: number; value: number }[] = []
  const questionnaires = exams.flatMap((exam, n) => {
    const satisfaction_id = ids[n] ?? 0
    const { exam_id, branch_id, passed, result_at } = exam
    const { code, expires_at } = newCode(new Date(result_at))
    const at = new Date(Date.parse(result_at) + random.int(3, 50) * 60_000)
    const wantsToAnswer = random.chance(answering)
    const mood = (passed ? 0.1 : -0.5) + 0.15 * (branch_id % 3) - 0.15
    const wantsComment = random.chance(commenting)
    const comment = random.pick(mood + random.next() > 0.2 ? comments.good : comments.bad)
    // Two exams with one code are too rare to matter: the second candidate has none.
    if (codes.has(code)) return []
    codes.add(code)
    const isAnswered = wantsToAnswer && at < now
    if (isAnswered) {
      for (const item of items.filter((candidate) => isQuestion(candidate, exam))) {
        const value = answerOf(random, (averages[item.title] ?? usualAverage) + mood)
        answers.push({ satisfaction_id, evaluate_id: item.evaluate_id, value })
      }
    }
    return [
      {
        satisfaction_id,
        exam_id,
        branch_id,
        code,
        createdAt: result_at,
        expires_at,
        answered_at: isAnswered ? at : null,
        comment: isAnswered && wantsComment ? comment : '',
      },
    ]
  })
  await insertRows(tx, 'satisfaction', questionnaires)
  await insertRows(tx, 'satisfaction_answer', answers)
}
