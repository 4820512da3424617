/**
 * A font for pdfkit that draws Thai correctly and keeps its text copyable.
 *
 * fontkit, the shaper inside pdfkit, has no Thai support: it misplaces stacked marks and SARA AM, and text
 * copied from the PDF differs from the original. pdfkit accepts any object with a `layout` function
 * as a font, so this one
 *   1. shapes with HarfBuzz;
 *   2. draws every cluster of several glyphs, or with a moved mark, as one composite TrueType glyph.
 *      Its ToUnicode entry is the cluster's text, so every viewer finds and copies the original;
 *   3. drops ZERO WIDTH SPACE, which only marks the ends of Thai words for the line breaker.
 *
 * It replaces fontkit's private `_addGlyph`, so fontkit and pdfkit are pinned to exact versions.
 */

import { create, type Font as TrueTypeFont, type Subset } from 'fontkit'
import * as harfbuzz from 'harfbuzzjs'
import { readFileSync } from 'node:fs'
import { compositeGlyph, type Component } from './composite-glyph.ts'

/** A cluster of text as one glyph; its `id` is `firstId` or above. */
interface ClusterGlyph {
  id: number
  /** In font units, like all lengths in this file. */
  advanceWidth: number
  codePoints: number[]
  components: readonly Component[]
}

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}

interface ShapedText {
  glyphs: ClusterGlyph[]
  advances: number[]
  advanceWidth: number
}

/** The methods that pdfkit calls on a font object, in addition to the tables inherited from fontkit's font. */
export interface ThaiFont {
  layout(text: string): { glyphs: ClusterGlyph[]; positions: Position[]; advanceWidth: number }
  createSubset(): Subset
}

/** HarfBuzz shapes one script at a time. */
const scriptRuns = /[\u0E00-\u0E7F]+|[^\u0E00-\u0E7F]+/g
const zeroWidthSpace = '\u200B'
/** The first id of a cluster glyph, above the largest glyph id of a font (65,535). */
const firstId = 0x1_0000
const maxCachedTexts = 20_000

/** Reads a TrueType font (not CFF) from `path`; costs about 20 ms, so load each font once. */
export function loadThaiFont(path: string): ThaiFont {
  const data = readFileSync(path)
  const font = create(data)
  allowComposites(font)
  const { shape, glyphOf } = clusterShaper(font, data)
  const cache = new Map<string, ShapedText>()

  function layout(text: string) {
    let found = cache.get(text)
    if (!found) {
      if (cache.size >= maxCachedTexts) cache.clear()
      found = shape(text)
      cache.set(text, found)
    }
    return {
      glyphs: found.glyphs,
      // New objects, because pdfkit scales them in place.
      positions: found.advances.map((xAdvance) => ({
        xAdvance,
        yAdvance: 0,
        xOffset: 0,
        yOffset: 0,
      })),
      advanceWidth: found.advanceWidth,
    }
  }

  function createSubset() {
    const subset = font.createSubset()
    const addFontGlyph = subset._addGlyph.bind(subset)
    subset._addGlyph = (id) => {
      if (id < firstId) return addFontGlyph(id)
      const glyph = glyphOf(id)
      const single = singleGlyphId(glyph.components)
      return single === null ? addComposite(subset, font, glyph) : addFontGlyph(single)
    }
    return subset
  }

  // The prototype, fontkit's font, has the other properties that pdfkit reads, such as metrics and tables.
  return Object.assign(Object.create(font), { layout, createSubset })
}

/**
 * Shapes texts into cluster glyphs. Each pair of outline and text is a separate glyph, because a PDF
 * can assign only one text to a glyph. Their number is limited by the number of clusters in a language.
 */
function clusterShaper(font: TrueTypeFont, data: Uint8Array) {
  const hbFont = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(data)))
  const buffer = new harfbuzz.Buffer()
  const glyphs: ClusterGlyph[] = []
  const byKey = new Map<string, ClusterGlyph>()

  function clusterGlyph(components: Component[], advance: number, text: string): ClusterGlyph {
    const key = `${components.map(({ id, dx, dy }) => `${id},${dx},${dy}`).join(';')} ${text}`
    const known = byKey.get(key)
    if (known) return known
    const single = singleGlyphId(components)
    const glyph = {
      id: firstId + glyphs.length,
      // Kerning depends on the neighbours, so the width of the glyph does not include it.
      advanceWidth: single === null ? advance : font.getGlyph(single).advanceWidth,
      codePoints: Array.from(text, (character) => character.codePointAt(0) ?? 0),
      components,
    }
    glyphs.push(glyph)
    byKey.set(key, glyph)
    return glyph
  }

  function shapeRun(run: string, shaped: ShapedText): void {
    buffer.reset()
    buffer.addText(run)
    buffer.guessSegmentProperties()
    // The font has no right-to-left scripts; with this direction their clusters keep the order of the text.
    buffer.setDirection(harfbuzz.Direction.LTR)
    harfbuzz.shape(hbFont, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer.getGlyphPositions()

    let components: Component[] = []
    let advance = 0
    for (const [i, { codepoint: id, cluster }] of infos.entries()) {
      const position = positions[i]
      if (!position) break
      components.push({
        id,
        dx: Math.round(advance + position.xOffset),
        dy: Math.round(position.yOffset),
      })
      advance += position.xAdvance
      const nextCluster = infos[i + 1]?.cluster ?? run.length
      if (nextCluster === cluster) continue
      shaped.glyphs.push(clusterGlyph(components, advance, run.slice(cluster, nextCluster)))
      shaped.advances.push(advance)
      shaped.advanceWidth += advance
      components = []
      advance = 0
    }
  }

  function shape(text: string): ShapedText {
    const shaped: ShapedText = { glyphs: [], advances: [], advanceWidth: 0 }
    for (const run of text.replaceAll(zeroWidthSpace, '').match(scriptRuns) ?? []) {
      shapeRun(run, shaped)
    }
    return shaped
  }

  function glyphOf(id: number): ClusterGlyph {
    const glyph = glyphs[id - firstId]
    if (!glyph) throw new RangeError(`no such cluster glyph: ${id}`)
    return glyph
  }

  return { shape, glyphOf }
}

/** The id of the font's glyph if a cluster is a single glyph without offset; otherwise null. */
function singleGlyphId(components: readonly Component[]): number | null {
  const [only, second] = components
  return only && !second && only.dx === 0 && only.dy === 0 ? only.id : null
}

/** Writes a composite glyph to the subset's tables as fontkit's `_addGlyph` does; returns its index. */
function addComposite(subset: Subset, font: TrueTypeFont, glyph: ClusterGlyph): number {
  const boxed = glyph.components.map((component) => ({
    ...component,
    box: font.getGlyph(component.id).bbox,
    id: subset.includeGlyph(component.id),
  }))
  const { bytes, minX } = compositeGlyph(boxed)
  subset.glyf.push(bytes)
  subset.loca.offsets.push(subset.offset)
  subset.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: minX })
  subset.offset += bytes.length
  return subset.glyf.length - 1
}

/** Raises the limits that the font declares, from which rasterisers allocate memory, to fit the composites. */
function allowComposites(font: TrueTypeFont): void {
  const maxComponents = 8
  const { maxp } = font
  const points = Math.max(maxp.maxPoints, maxp.maxComponentPoints)
  const contours = Math.max(maxp.maxContours, maxp.maxComponentContours)
  maxp.maxComponentPoints = maxComponents * points
  maxp.maxComponentContours = maxComponents * contours
  maxp.maxComponentElements = Math.max(maxp.maxComponentElements, maxComponents)
  maxp.maxComponentDepth += 1
}
