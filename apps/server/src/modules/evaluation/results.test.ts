import type { InputOf } from '@khapdee/contract/endpoint'
import { evaluationResult } from '@khapdee/contract/entities/evaluation-result'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { satisfaction } from '@khapdee/contract/entities/satisfaction'
import { addDays, day as dayOf } from '@khapdee/domain/thai-date'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWorkbookSheet } from '../../adapters/xlsx/test/read-workbook.ts'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeEmployee } from '../../../test/make/employee.ts'
import { addPanel, insertSession, seatCandidate } from '../../../test/make/exam-session.ts'
import { makeRecord } from '../../../test/make/record.ts'

let test: TestApp
/** An item of score sheets, and two questions. */
let item: number
let staff: number
let overall: number
/** The two examiners of the first session. */
let chair: number
let other: number

const day = dayOf('2026-11-21')
const comment = 'ครูสอนใจเย็นมาก'

/**
 * Two sessions of one day in Khon Kaen and one in Ban Phai. In the first, of two examiners, both candidates were scored and
 * one answered; in the second, without a panel, one was scored and answered.
 */
beforeAll(async () => {
  test = await startApp({ now: '2026-11-21T03:00:00Z' })
  await test.db.updateTable('evaluate').set({ is_activate: false }).execute()
  const all = { branch_id: null, course_id: null, other_fee_id: null, is_activate: true }
  const make = async (values: object) =>
    (await makeRecord(test.db, 'evaluate', { ...all, ...values })).evaluate_id
  item = await make({ type: 'theory', scale: 'pass_fail', category: 'ภาพรวม', title: 'ความรู้' })
  staff = await make({
    type: 'satisfaction',
    scale: 'five',
    category: 'ด้านครูฝึก',
    title: 'ครูสุภาพ',
    sort: 1,
  })
  overall = await make({
    type: 'satisfaction',
    scale: 'five',
    category: 'ภาพรวม',
    title: 'โดยรวม',
    sort: 2,
  })
  const { KKN, BPI } = test.school.branch
  chair = (await makeEmployee(test, KKN, { fname: 'สมชาย', sname: 'คุมสอบ' })).user_id
  other = (await makeEmployee(test, KKN, { fname: 'วิชัย', sname: 'คุมสอบ' })).user_id
  const sessionOf = (branch_id: number, start: string) =>
    insertSession(test, day, { branch_id, start, end: '16:00', capacity: 10 })
  const first = await sessionOf(KKN, '10:00')
  await addPanel(test, first, [chair, other])
  const second = await sessionOf(KKN, '11:00')
  const elsewhere = await sessionOf(BPI, '10:00')
  const seated = [
    await seatCandidate(test, first),
    await seatCandidate(test, first),
    await seatCandidate(test, second),
    await seatCandidate(test, elsewhere, { branch_id: BPI }, 'registrar.bpi'),
  ]
  test.clock.set('2026-11-21T09:30:00Z')
  for (const [i, value] of [1, 0, 1, 1].entries()) {
    const as = i === 3 ? 'manager.bpi' : 'manager.kkn'
    const items = [{ evaluate_id: item, value }]
    const { exam_id } = seated[i]!
    // A failed item refuses a pass.
    const result = value === 0 ? 'fail' : 'pass'
    await test.call(examBooking.result, { exam_id, result, items }, as)
    if (i === 1) continue
    const { satisfaction_code } = (await test.call(examBooking.get, { exam_id }, as)).data
    await test.call(satisfaction.answer, {
      code: satisfaction_code ?? '',
      answers: [
        { evaluate_id: staff, value: i === 0 ? 4 : 5 },
        { evaluate_id: overall, value: 3 },
      ],
      comment: i === 0 ? comment : '',
    })
  }
})
afterAll(() => test.close())

type Query = Partial<InputOf<typeof evaluationResult.summary>>

const read = (query: Query = {}, as = 'manager.kkn') =>
  test.call(evaluationResult.summary, { page: 1, perPage: 10, by: 'item', ...query }, as)

/** The groups of a summary as `key: counts`. */
async function countsBy(query: Query, as?: string) {
  const { data } = await read(query, as)
  return Object.fromEntries(data.map(({ key, scale, counts }) => [`${key} ${scale}`, counts]))
}

const list = (query: Partial<InputOf<typeof evaluationResult.answers>>, as = 'manager.kkn') =>
  test.call(evaluationResult.answers, { page: 1, perPage: 100, ...query }, as)

describe('the results of evaluations', () => {
  it('count the values of each item in the branches of the caller', async () => {
    const { data, body } = await read()
    expect(data.map(({ name, counts }) => [name, counts])).toEqual([
      ['ครูสุภาพ', [0, 0, 0, 0, 1, 1]],
      ['โดยรวม', [0, 0, 0, 2, 0, 0]],
      ['ความรู้', [1, 2, 0, 0, 0, 0]],
    ])
    expect(body.total).toMatchObject({
      exams: 3,
      asked: 3,
      answered: 2,
      scales: [
        { scale: 'five', counts: [0, 0, 0, 2, 1, 1] },
        { scale: 'pass_fail', counts: [1, 2, 0, 0, 0, 0] },
      ],
    })
    expect(await countsBy({ type: 'theory' }, 'owner')).toEqual({
      [`${item} pass_fail`]: [1, 3, 0, 0, 0, 0],
    })
  })

  it('count a value for every member of the panel, and separately without a panel', async () => {
    const ofPanel = [0, 0, 0, 1, 1, 0]
    expect(await countsBy({ by: 'user', type: 'satisfaction' })).toEqual({
      [`${other} five`]: ofPanel,
      [`${chair} five`]: ofPanel,
      'none five': [0, 0, 0, 1, 0, 1],
    })
    expect(await countsBy({ by: 'user', user: String(chair), category: 'ด้านครูฝึก' })).toEqual({
      [`${chair} five`]: [0, 0, 0, 0, 1, 0],
    })
    expect(await countsBy({ user: 'none', category: 'ด้านครูฝึก' })).toEqual({
      [`${staff} five`]: [0, 0, 0, 0, 0, 1],
    })
  })

  it('are grouped by branch and month, within the days of a query', async () => {
    const { KKN, BPI } = test.school.branch
    expect(await countsBy({ by: 'branch', type: 'theory' }, 'owner')).toEqual({
      [`${BPI} pass_fail`]: [0, 1, 0, 0, 0, 0],
      [`${KKN} pass_fail`]: [1, 2, 0, 0, 0, 0],
    })
    expect(Object.keys(await countsBy({ by: 'month', type: 'theory' }))).toEqual([
      '2026-11 pass_fail',
    ])
    expect(await countsBy({ start: addDays(day, 1) })).toEqual({})
    expect(Object.keys(await countsBy({ start: day, end: day }))).toHaveLength(3)
    expect((await read({ branch: String(BPI) })).data).toEqual([])
  })

  it('are those of the last 30 days when no days are given, also in the lists', async () => {
    test.clock.set('2026-12-20T03:00:00Z')
    expect(Object.keys(await countsBy({}))).toHaveLength(3)
    test.clock.set('2026-12-21T03:00:00Z')
    expect(await countsBy({})).toEqual({})
    expect((await read()).body.total).toMatchObject({ exams: 0, asked: 0 })
    expect((await list({})).body.meta.total).toBe(0)
    const query = { page: 1, perPage: 10 }
    const comments = await test.call(evaluationResult.comments, query, 'manager.kkn')
    expect(comments.data).toEqual([])
    expect(Object.keys(await countsBy({ start: day }))).toHaveLength(3)
    expect(Object.keys(await countsBy({ end: day }))).toHaveLength(3)
    test.clock.set('2026-11-21T09:30:00Z')
  })

  it('refuse an unknown type of items', async () => {
    expect(await read({ type: 'driving' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'type' }] },
    })
  })
})

describe('the values behind a result', () => {
  it('are as many as the result counts, for each of its groups', async () => {
    for (const { key, counts, scale } of (await read()).data) {
      for (const [value, count] of counts.entries()) {
        const { meta, data } = (await list({ evaluate_id: Number(key), scale, value })).body
        expect([key, value, meta.total, data.length]).toEqual([key, value, count, count])
      }
    }
    expect((await list({ user: String(chair) })).body.meta.total).toBe(4)
    expect((await list({ perPage: 1, page: 2 })).data).toMatchObject([{ position: 2 }])
  })

  it('show the names of candidates of score sheets, but not of those who answered questions', async () => {
    const { data } = await list({})
    for (const { type, customer, application_id, panel } of data) {
      const isNamed = type !== 'satisfaction'
      expect([customer !== null, application_id !== null]).toEqual([isNamed, isNamed])
      expect(['', 'วิชัย คุมสอบ, สมชาย คุมสอบ']).toContain(panel)
    }
    expect(JSON.stringify(data)).not.toMatch(/exam_id|right_id|customer_id|satisfaction_id/)
  })
})

describe('the comments of candidates', () => {
  const comments = (text?: string) =>
    test.call(
      evaluationResult.comments,
      { page: 1, perPage: 10, ...(text !== undefined && { text }) },
      'examiner.kkn',
    )

  it('are listed without names, with the answers of the same candidate', async () => {
    const { data, meta } = (await comments()).body
    expect(meta.total).toBe(1)
    expect(data).toMatchObject([{ comment, exam_date: day, counts: [0, 0, 0, 1, 1, 0] }])
    expect(Object.keys(data[0] ?? {})).not.toContain('customer')
  })

  it('are found by a part of their text', async () => {
    expect((await comments('ใจเย็น')).body.meta.total).toBe(1)
    expect((await comments('ใจร้อน')).data).toEqual([])
  })
})

describe('the exported results', () => {
  const sheetOf = async (link: string) =>
    readWorkbookSheet((await test.raw('GET', link)).bytes).map((row) => row.join(' | '))

  it('have the figures of the screen', async () => {
    const query = { by: 'user' as const, type: 'satisfaction', user: String(chair) }
    const { data } = await test.call(evaluationResult.export, query, 'manager.kkn')
    const lines = await sheetOf(data.file)
    expect(lines[0]).toBe('ผลการประเมินตามกรรมการสอบ')
    expect(lines).toContain('กรรมการสอบ: สมชาย คุมสอบ')
    expect(lines).toContainEqual(expect.stringMatching(/^สมชาย คุมสอบ \| ระดับ 1–5 \| 2 \| 3\.5 \|/))
  })

  it('have the comments', async () => {
    const { data } = await test.call(
      evaluationResult.exportComments,
      { user: 'none' },
      'manager.kkn',
    )
    const none = await sheetOf(data.file)
    expect(none).toContain('กรรมการสอบ: ไม่ระบุกรรมการสอบ')
    expect(none.join('\n')).not.toContain(comment)
    const all = await test.call(evaluationResult.exportComments, {}, 'manager.kkn')
    expect((await sheetOf(all.data.file)).join('\n')).toContain(comment)
  })

  it('require a separate permission', async () => {
    const answer = await test.call(evaluationResult.export, { by: 'item' }, 'examiner.kkn')
    expect(answer.status).toBe(403)
  })
})
