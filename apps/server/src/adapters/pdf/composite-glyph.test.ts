import { describe, expect, it } from 'vitest'
import { compositeGlyph } from './composite-glyph.ts'

const box = { minX: 10, minY: 0, maxX: 500, maxY: 600 }

describe('compositeGlyph', () => {
  it('has a bounding box around all components, and sets MORE_COMPONENTS on all but the last', () => {
    const { bytes, minX } = compositeGlyph([
      { id: 5, dx: 0, dy: 0, box },
      { id: 700, dx: -120, dy: 250, box },
    ])
    const view = new DataView(bytes.buffer)
    const header = [0, 2, 4, 6, 8].map((at) => view.getInt16(at))
    expect(header).toEqual([-1, -110, 0, 500, 850])
    expect(minX).toBe(-110)
    const components = [10, 18].map((at) => [
      view.getUint16(at),
      view.getUint16(at + 2),
      view.getInt16(at + 4),
      view.getInt16(at + 6),
    ])
    expect(components).toEqual([
      [0x23, 5, 0, 0],
      [0x03, 700, -120, 250],
    ])
    expect(bytes).toHaveLength(26)
  })

  it('computes the bounding box without glyphs that have no outline', () => {
    const empty = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
    const { minX } = compositeGlyph([
      { id: 3, dx: -900, dy: 0, box: empty },
      { id: 5, dx: 0, dy: 0, box },
    ])
    expect(minX).toBe(10)
  })
})
