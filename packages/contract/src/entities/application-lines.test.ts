import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineKindOrder, linesFromWire, linesToWire } from './application-lines.ts'

const fields = {
  kind: fc.constantFrom(...lineKindOrder),
  item_id: fc.nat(),
  paid: fc.nat(),
  note: fc.string(),
}
const lines = fc.array(fc.record(fields))
const named = fc.array(fc.record({ ...fields, name: fc.string() }))
const inFormOrder = <Line extends { kind: (typeof lineKindOrder)[number] }>(
  given: readonly Line[],
) => lineKindOrder.flatMap((kind) => given.filter((line) => line.kind === kind))

describe('linesToWire and linesFromWire', () => {
  it('names the fields of an item after its kind', () => {
    const line = { kind: 'other_fee' as const, item_id: 3, name: 'คู่มือ', paid: 100 }
    expect(linesToWire([line])).toEqual({
      course: [],
      other_fee: [{ other_fee_id: 3, other_fee_name: 'คู่มือ', paid: 100 }],
      request_fee: [],
    })
  })

  it('accepts wire lines without the arrays of some kinds', () => {
    expect(linesFromWire({ request_fee: [{ request_fee_id: 7, paid: 5 }] })).toEqual([
      { kind: 'request_fee', item_id: 7, paid: 5 },
    ])
  })

  it.each([
    ['without names', lines],
    ['with names', named],
  ])('groups a list %s by kind and keeps the order within each kind', (_, arbitrary) => {
    fc.assert(
      fc.property(arbitrary, (given) => {
        expect(linesFromWire(linesToWire(given))).toEqual(inFormOrder(given))
      }),
    )
  })

  it('returns the same wire lines after joining and splitting', () => {
    fc.assert(
      fc.property(named, (given) => {
        const wire = linesToWire(given)
        expect(linesToWire(linesFromWire(wire))).toEqual(wire)
      }),
    )
  })
})
