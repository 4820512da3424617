/** Finds the position in an existing file at which the generator inserts text. */

/** Returns an index in the text of a file. @throws unless exactly one position is found */
export type InsertionPoint = (text: string) => number

/** The start of the only match of a pattern. */
export const beforeMatch =
  (pattern: RegExp): InsertionPoint =>
  (text) => {
    const found = [...text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))]
    const [match] = found
    if (match === undefined || found.length > 1) {
      throw new Error(`${found.length} places match ${String(pattern)}; expected one`)
    }
    return match.index
  }

/**
 * The start of the first line with a name after `name` in alphabetical order.
 * @param lines global pattern of the lines, which captures their name
 * @param end pattern of the text after the lines, used if `name` is the last one
 */
export const inAlphabeticalOrder =
  (lines: RegExp, name: string, end: RegExp): InsertionPoint =>
  (text) => {
    const endIndex = beforeMatch(end)(text)
    const found = [...text.matchAll(lines)].filter(({ index }) => index < endIndex)
    if (found.length === 0) throw new Error(`no line matches ${String(lines)}`)
    return found.find(([, other = '']) => other > name)?.index ?? endIndex
  }
