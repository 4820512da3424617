import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { provinces } from '../provinces.ts'
import { defaultRates } from './default-rates.ts'
import {
  type RateFigure,
  describeFigure,
  figureLabels,
  figureProblem,
  figuresOf,
  rateFigures,
  rateValueOf,
} from './rate-figures.ts'
import type { RateKind } from './rates.ts'

it('converts every default rate to figures and back without a change', () => {
  for (const row of defaultRates) {
    const figures = figuresOf(row)
    expect([row.kind, figureProblem(row.kind, figures)]).toEqual([row.kind, null])
    expect(rateValueOf(row.kind, figures)).toEqual(row.value)
  }
})

it('spells the provinces of rates like addresses', () => {
  expect(provinces).toHaveLength(77)
  for (const { provinces: names } of defaultRates)
    expect(provinces).toEqual(expect.arrayContaining([...(names ?? [])]))
})

const figures = (kind: RateKind, changes: Record<string, number | null>): RateFigure[] => {
  const row = defaultRates.find((candidate) => candidate.kind === kind)
  if (row === undefined) throw new Error(kind)
  return figuresOf(row).map(({ figure, value }) => {
    const changed = changes[figure]
    if (changed === undefined) return { figure, value }
    return { figure, value: changed === null ? null : satang(changed) }
  })
}

describe('an invalid figure', () => {
  it.each<[RateKind, Record<string, number | null>, string, string]>([
    ['sso_base', { min: null }, 'min', 'กรุณาระบุค่าจ้างขั้นต่ำ'],
    ['sso_base', { ceiling: 100 }, 'ceiling', 'เพดานค่าจ้างต้องไม่น้อยกว่าค่าจ้างขั้นต่ำ'],
    ['sso_share', { employee: 10_001 }, 'employee', 'ส่วนของลูกจ้างต้องไม่เกิน 100%'],
    ['ewf', { min_employees: 1_050 }, 'min_employees', 'ลูกจ้างตั้งแต่ต้องเป็นจำนวนเต็ม'],
    ['working_time', { days: 0 }, 'days', 'ต้องมากกว่า 0'],
    ['tax', { step_2: 100 }, 'step_2', 'ขั้นภาษีต้องเรียงจากน้อยไปมาก'],
    ['tax', { step_3: null }, 'step_3', 'กรุณาระบุเงินได้สูงสุดของขั้นที่ไม่ใช่ขั้นสุดท้าย'],
    ['tax', { rate_8: null }, 'rate_8', 'กรุณาระบุอัตราของขั้นสุดท้าย'],
  ])('of %s %j is reported at %s', (kind, changes, figure, message) => {
    const changed = figures(kind, changes)
    const index = changed.findIndex((candidate) => candidate.figure === figure)
    expect(figureProblem(kind, changed)).toEqual({ index, message })
  })

  it('is one that is missing or of another kind', () => {
    expect(figureProblem('sso_base', figures('sso_share', {}))?.index).toBe(0)
    expect(figureProblem('sso_base', figures('sso_base', {}).slice(1))?.index).toBe(0)
  })
})

it('accepts a fund without a ceiling', () => {
  expect(figureProblem('ewf', figures('ewf', { ceiling: null }))).toBeNull()
  expect(rateValueOf('ewf', figures('ewf', { ceiling: null })).ceiling).toBeNull()
})

it('gives figures of one name the same unit in all kinds', () => {
  for (const specs of Object.values(rateFigures)) {
    for (const [name, { unit }] of Object.entries(specs))
      expect([name, figureLabels[name]?.unit]).toEqual([name, unit])
  }
})

it('describes figures with their units', () => {
  expect(describeFigure({ figure: 'employee', value: satang(500) })).toBe('ส่วนของลูกจ้าง 5.00%')
  expect(describeFigure({ figure: 'min_employees', value: satang(1_000) })).toBe('ลูกจ้างตั้งแต่ 10 คน')
  expect(describeFigure({ figure: 'ceiling', value: null })).toBeNull()
})
