import { expect, it } from 'vitest'
import { newScans } from './new-scans.ts'

it('counts a code that is held before the camera once, and again after three seconds without it', () => {
  const isNew = newScans()
  const scans: [code: string, now: number, isNew: boolean][] = [
    ['A', 0, true],
    ['A', 200, false],
    ['A', 3100, false],
    ['A', 6000, false],
    ['A', 9001, true],
    ['B', 9100, true],
    ['A', 9200, true],
  ]
  for (const [code, now, expected] of scans)
    expect([code, now, isNew(code, now)]).toEqual([code, now, expected])
})
