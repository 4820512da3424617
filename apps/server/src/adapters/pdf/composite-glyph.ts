/** Composite glyphs of the TrueType `glyf` table: several glyphs drawn as one, each at an offset. */

/** A glyph and its offset, in font units. */
export interface Component {
  id: number
  dx: number
  dy: number
}

export interface BoxedComponent extends Component {
  /** Bounding box of the glyph's outline, without the offset. */
  box: { minX: number; minY: number; maxX: number; maxY: number }
}

const headerLength = 10
const componentLength = 8
const argumentsAreWords = 0x0001
const argumentsAreOffsets = 0x0002
const moreComponents = 0x0020

/**
 * The `glyf` entry that draws the components, and the left edge of its bounding box in font units.
 * Layout: OpenType specification, "glyf", composite glyph description.
 */
export function compositeGlyph(components: readonly BoxedComponent[]): {
  bytes: Uint8Array
  minX: number
} {
  const boxes = components
    .filter(({ box }) => box.maxX > box.minX) // a glyph without an outline, such as a space, has no bounding box
    .map(({ box, dx, dy }) => ({
      minX: box.minX + dx,
      minY: box.minY + dy,
      maxX: box.maxX + dx,
      maxY: box.maxY + dy,
    }))
  const lowest = (edges: number[]) => (edges.length > 0 ? Math.min(...edges) : 0)
  const highest = (edges: number[]) => (edges.length > 0 ? Math.max(...edges) : 0)
  const minX = lowest(boxes.map((box) => box.minX))

  const bytes = new Uint8Array(headerLength + componentLength * components.length)
  const view = new DataView(bytes.buffer)
  view.setInt16(0, -1) // a negative number of contours marks a composite glyph
  view.setInt16(2, minX)
  view.setInt16(4, lowest(boxes.map((box) => box.minY)))
  view.setInt16(6, highest(boxes.map((box) => box.maxX)))
  view.setInt16(8, highest(boxes.map((box) => box.maxY)))
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
