/**
 * Where lines of Thai may break. Thai writes no spaces between words, so the words are found with
 * ICU and marked with ZERO WIDTH SPACE; the font drops the marks, and they never reach the PDF.
 */

const words = new Intl.Segmenter('th', { granularity: 'word' })
const characters = new Intl.Segmenter('th', { granularity: 'grapheme' })
const zeroWidthSpace = '\u200B'
const thai = /[\u0E00-\u0E7F]/
/** Signs that belong to the word before them. */
const repeatOrShorten = /^[ๆฯ]/
/** After these a line may break; after an opening bracket or a dash it may not. */
const breakableAfter = /[\u0E00-\u0E7Fa-zA-Z0-9)\]”’%]$/
/** In characters as people count them. No line of a document is shorter. */
const longestWord = 30

/** `text` with its Thai word ends marked. Not for personal names, see {@link breakableName}. */
export function breakable(text: string): string {
  if (!thai.test(text)) return text
  let marked = ''
  for (const { segment } of words.segment(text)) {
    const startsThai = thai.test(segment.charAt(0)) && !repeatOrShorten.test(segment)
    if (startsThai && breakableAfter.test(marked)) marked += zeroWidthSpace
    marked += segment
  }
  return marked
}

/**
 * A personal name, which breaks at its spaces only: a dictionary would cut สมหญิง into words. A part
 * too long for any line may break between characters, so that it is not cut off at the edge.
 */
export function breakableName(name: string): string {
  return name.replace(/\S+/g, (part) => {
    const clusters = Array.from(characters.segment(part), ({ segment }) => segment)
    return clusters.length > longestWord ? clusters.join(zeroWidthSpace) : part
  })
}
