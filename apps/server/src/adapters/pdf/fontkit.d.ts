/** The parts of fontkit 2.0.4, which ships no types, that the font adapter uses or replaces. */
declare module 'fontkit' {
  export interface Glyph {
    /** In font units. */
    advanceWidth: number
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
  }

  /** The glyphs that one PDF embeds, renumbered in order of first use. */
  export interface Subset {
    /** Tables under construction while `encode` runs. */
    glyf: Uint8Array[]
    loca: { offsets: number[] }
    hmtx: { metrics: { advance: number; bearing: number }[] }
    /** Length of `glyf` so far, in bytes. */
    offset: number
    /** The number of a glyph in the subset; adds the glyph if it is missing. */
    includeGlyph(id: number): number
    /** Writes a glyph to the tables and returns its index; `encode` calls it once for each included glyph. */
    _addGlyph(id: number): number
  }

  export interface Font {
    maxp: {
      maxPoints: number
      maxContours: number
      maxComponentPoints: number
      maxComponentContours: number
      maxComponentElements: number
      maxComponentDepth: number
    }
    getGlyph(id: number): Glyph
    createSubset(): Subset
  }

  /** Parses a TrueType font. */
  export function create(data: Uint8Array): Font
}
