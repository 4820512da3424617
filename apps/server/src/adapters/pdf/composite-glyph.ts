/** Composite glyphs of the TrueType `glyf` table: several glyphs drawn as one, each moved. */

/** A glyph and its offset, in font units. */
export interface Component {
  id: number
  dx: number
  dy: number
}

export interface BoxedComponent extends Component {
  /** The glyph's own outline, before it is moved. */
  box: { minX: number; minY: number; maxX: number; maxY: number }
}

const headerLength = 10
const componentLength = 8
const argumentsAreWords = 0x0001
const argumentsAreOffsets = 0x0002
const moreComponents = 0x0020

/**
 * The `glyf` entry that draws the components, and the left edge of what they cover.
 * Layout: OpenType specification, "glyf", composite glyph description.
 */
export function compositeGlyph(components: readonly BoxedComponent[]): {
  bytes: Uint8Array
  minX: number
} {
  const moved = components
    .filter(({ box }) => box.maxX > box.minX) // a space has no outline, hence no edges
    .map(({ box, dx, dy }) => ({
      minX: box.minX + dx,
      minY: box.minY + dy,
      maxX: box.maxX + dx,
      maxY: box.maxY + dy,
    }))
  const least = (edges: number[]) => (edges.length > 0 ? Math.min(...edges) : 0)
  const most = (edges: number[]) => (edges.length > 0 ? Math.max(...edges) : 0)
  const minX = least(moved.map((box) => box.minX))

  const bytes = new Uint8Array(headerLength + componentLength * components.length)
  const view = new DataView(bytes.buffer)
  view.setInt16(0, -1) // fewer than no contours: a composite
  view.setInt16(2, minX)
  view.setInt16(4, least(moved.map((box) => box.minY)))
  view.setInt16(6, most(moved.map((box) => box.maxX)))
  view.setInt16(8, most(moved.map((box) => box.maxY)))
  for (const [i, { id, dx, dy }] of components.entries()) {
    const at = headerLength + componentLength * i
    const more = i < components.length - 1 ? moreComponents : 0
    view.setUint16(at, argumentsAreWords | argumentsAreOffsets | more)
    view.setUint16(at + 2, id)
    view.setInt16(at + 4, dx)
    view.setInt16(at + 6, dy)
  }
  return { bytes, minX }
}
