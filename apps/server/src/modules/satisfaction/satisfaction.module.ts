/**
 * The questionnaire that candidates answer once on a tablet, with the code of their exam and without signing in. Source:
 * product specification, section 6.2.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { satisfaction } from '@khapdee/contract/entities/satisfaction'
import { isQuestion, isScaleValue } from '@khapdee/domain/score-sheet'
import { type Command, type Answer, command } from '../../kernel/command.ts'
import type { Context } from '../../kernel/context.ts'
import { AppError, invalid } from '../../kernel/errors.ts'
import { activeItems } from '../evaluation-items.queries.ts'
import { examOfCode, insertAnswers, useCode } from './satisfaction.queries.ts'

/** One error for unknown, used and expired codes, so that it does not reveal which of these a code is. */
const codeRefused = () =>
  new AppError('CODE', 'รหัสไม่ถูกต้อง ใช้ไปแล้ว หรือหมดอายุ กรุณาสอบถามเจ้าหน้าที่', 404, {
    errors: [{ path: 'code', message: 'รหัสไม่ถูกต้อง ใช้ไปแล้ว หรือหมดอายุ' }],
  })

/** The exam of a code and its questions. @throws CODE */
async function readQuestionnaire(ctx: Context, code: string) {
  const exam = await examOfCode.first(ctx.tx, code, ctx.clock.now().toISOString())
  if (exam === undefined) throw codeRefused()
  const items = await activeItems.rows(ctx.tx, exam.branch_id)
  const questions = items.filter((item) => isQuestion(item, exam))
  if (questions.length === 0) throw codeRefused()
  return { exam, questions }
}

/** @throws CODE */
async function openQuestionnaire(
  ctx: Context,
  { code }: InputOf<typeof satisfaction.open>,
): Promise<Answer<typeof satisfaction.open>> {
  const { exam, questions } = await readQuestionnaire(ctx, code)
  const { first_name, branch } = exam
  return { data: { first_name, branch, questions } }
}

/**
 * Time in milliseconds within which the same answers with a used code count as a repetition of the
 * call, whose answer may have been lost.
 */
const repeatedWithinMs = 3_600_000

/** Whether the code was used by a call with the same answers; such a repetition is audited. */
async function isRepeated(
  ctx: Context,
  { code, answers, comment }: InputOf<typeof satisfaction.answer>,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - repeatedWithinMs).toISOString()
  const stored = await ctx.tx
    .selectFrom('satisfaction as s')
    .innerJoin('satisfaction_answer as a', 'a.satisfaction_id', 's.satisfaction_id')
    .innerJoin('exam as e', 'e.exam_id', 's.exam_id')
    .select(['a.evaluate_id', 'a.value', 'e.right_id', 's.branch_id'])
    .where('s.code', '=', code)
    .where('s.comment', '=', comment)
    .where('s.answered_at', '>', since)
    .execute()
  const given = new Map(answers.map(({ evaluate_id, value }) => [evaluate_id, value]))
  const [first] = stored
  const isSame =
    stored.length === answers.length &&
    stored.every(({ evaluate_id, value }) => given.get(evaluate_id) === value)
  if (first === undefined || !isSame) return false
  ctx.audit({
    entity: 'exam_right',
    id: first.right_id,
    branch: first.branch_id,
    after: { note: 'ส่งแบบประเมินความพึงพอใจซ้ำ คำตอบเดิม' },
  })
  return true
}

const thanks: Answer<typeof satisfaction.answer> = {
  message: 'ขอบคุณสำหรับความคิดเห็น',
  data: null,
}

/**
 * Stores the answers and uses up the code. Sending the same answers again succeeds, because the
 * answer to the first call may have been lost.
 * @throws CODE; VALIDATION naming the question
 */
async function answerQuestionnaire(
  ctx: Context,
  input: InputOf<typeof satisfaction.answer>,
): Promise<Answer<typeof satisfaction.answer>> {
  if (await isRepeated(ctx, input)) return thanks
  const { code, answers, comment } = input
  const { exam, questions } = await readQuestionnaire(ctx, code)
  const given = new Map(answers.map(({ evaluate_id, value }) => [evaluate_id, value]))
  const errors = answers.flatMap(({ evaluate_id, value }, i) => {
    const question = questions.find((candidate) => candidate.evaluate_id === evaluate_id)
    const isWrong = question === undefined || !isScaleValue(question.scale, value)
    return isWrong ? [{ path: `answers.${i}.value`, message: 'กรุณาเลือกคำตอบที่แสดง' }] : []
  })
  if (given.size < answers.length) errors.push({ path: 'answers', message: 'มีคำถามซ้ำกัน' })
  if (errors.length > 0) throw invalid(errors)
  if (questions.some(({ evaluate_id }) => !given.has(evaluate_id))) {
    throw invalid([{ path: 'answers', message: 'กรุณาตอบทุกข้อ' }])
  }
  const at = ctx.clock.now().toISOString()
  const used = await useCode.first(ctx.tx, exam.satisfaction_id, comment, at)
  if (used === undefined) {
    if (await isRepeated(ctx, input)) return thanks
    throw codeRefused()
  }
  await insertAnswers(exam.satisfaction_id, answers).execute(ctx.tx)
  // The audit trail contains only that the code was used, not the answers.
  ctx.audit({
    entity: 'exam_right',
    id: exam.right_id,
    branch: exam.branch_id,
    after: { note: 'ตอบแบบประเมินความพึงพอใจ' },
  })
  return thanks
}

export const satisfactionCommands: Command[] = [
  command(satisfaction.open, openQuestionnaire),
  command(satisfaction.answer, answerQuestionnaire),
]
