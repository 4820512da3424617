/**
 * Where lines of Thai may break. Thai writes no spaces between words, so the words are found with
 * ICU and marked with ZERO WIDTH SPACE; the font drops the marks, and they never reach the PDF.
 */

const words = new Intl.Segmenter('th', { granularity: 'word' })
const zeroWidthSpace = '\u200B'
const thai = /[\u0E00-\u0E7F]/
/** Signs that belong to the word before them. */
const repeatOrShorten = /^[ๆฯ]/
/** After these a line may break; after an opening bracket or a dash it may not. */
const breakableAfter = /[\u0E00-\u0E7Fa-zA-Z0-9)\]”’%]$/

/** `text` with its Thai word ends marked. Not for personal names: a dictionary would cut them up. */
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
