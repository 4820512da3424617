/**
 * Marks the places where lines of Thai text may break. Thai has no spaces between words, so ICU finds the
 * words, and a ZERO WIDTH SPACE marks each boundary. The font drops the marks, so the PDF has none.
 */

const words = new Intl.Segmenter('th', { granularity: 'word' })
const zeroWidthSpace = '\u200B'
const thai = /[\u0E00-\u0E7F]/
/** Signs that belong to the word before them. */
const repetitionOrAbbreviationSign = /^[ๆฯ]/
/** A line may break after these characters, but not after an opening bracket or a dash. */
const breakableAfter = /[\u0E00-\u0E7Fa-zA-Z0-9)\]”’%]$/

/** `text` with marked word boundaries. Not for personal names, which the dictionary would split wrongly. */
export function breakable(text: string): string {
  if (!thai.test(text)) return text
  let marked = ''
  for (const { segment } of words.segment(text)) {
    const startsThai = thai.test(segment.charAt(0)) && !repetitionOrAbbreviationSign.test(segment)
    if (startsThai && breakableAfter.test(marked)) marked += zeroWidthSpace
    marked += segment
  }
  return marked
}
