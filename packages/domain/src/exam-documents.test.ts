import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ExamResult, examResults } from './exam-booking.ts'
import { countResults, describeCounts, movesLeftText } from './exam-documents.ts'

describe('countResults', () => {
  it('counts unfinished exams as failed, and unknown results as none', () => {
    expect(countResults(['pass', 'pass', 'fail', 'incomplete', 'absent', 'unknown', null])).toEqual(
      {
        total: 7,
        pass: 2,
        fail: 2,
        incomplete: 1,
        absent: 1,
        waiting: 2,
      },
    )
  })

  it('counts every candidate exactly once', () => {
    const result = fc.constantFrom<ExamResult | null>(
      null,
      ...(Object.keys(examResults) as ExamResult[]),
    )
    fc.assert(
      fc.property(fc.array(result), (results) => {
        const { total, pass, fail, incomplete, absent, waiting } = countResults(results)
        expect(total).toBe(results.length)
        expect(pass + fail + absent + waiting).toBe(total)
        expect(incomplete).toBeLessThanOrEqual(fail)
      }),
    )
  })
})

it('describes the counts, and names candidates without a result only if there are any', () => {
  expect(describeCounts(countResults(['pass', 'incomplete']))).toEqual([
    ['ผู้เข้าสอบทั้งหมด', '2 คน'],
    ['ผ่าน', '1 คน'],
    ['ไม่ผ่าน', '1 คน (ทำข้อสอบไม่เสร็จ 1 คน)'],
    ['ขาดสอบ', '0 คน'],
  ])
  expect(describeCounts(countResults([null])).at(-1)).toEqual(['ยังไม่มีผล', '1 คน'])
})

it.each([
  [0, 3, 'เปลี่ยนวันสอบได้อีก 3 ครั้ง'],
  [2, 3, 'เปลี่ยนวันสอบได้อีก 1 ครั้ง'],
  [3, 3, 'เปลี่ยนวันสอบไม่ได้แล้ว'],
  [4, 3, 'เปลี่ยนวันสอบไม่ได้แล้ว'],
  [0, 0, 'เปลี่ยนวันสอบไม่ได้แล้ว'],
])('says after %i of %i moves: %s', (moves, maxMoves, expected) => {
  expect(movesLeftText(moves, maxMoves)).toBe(expected)
})
