/** Where text goes into a file: found by what stands there, or refused. */

/** @returns the index in the file's text. @throws when the place is not there, or not once */
export type Place = (text: string) => number

/** In front of the one match of a pattern. */
export const before =
  (pattern: RegExp): Place =>
  (text) => {
    const found = [...text.matchAll(new RegExp(pattern, `${pattern.flags.replace('g', '')}g`))]
    const [match] = found
    if (match === undefined || found.length > 1) {
      throw new Error(`${found.length} places match ${String(pattern)}; expected one`)
    }
    return match.index
  }

/**
 * In front of the first line whose captured name comes after `name` in the alphabet.
 * @param lines global; captures the name
 * @param end of the lines, for a name after all of them
 */
export const inOrder =
  (lines: RegExp, name: string, end: RegExp): Place =>
  (text) => {
    const last = before(end)(text)
    const found = [...text.matchAll(lines)].filter(({ index }) => index < last)
    if (found.length === 0) throw new Error(`no line matches ${String(lines)}`)
    return found.find(([, other = '']) => other > name)?.index ?? last
  }
