/** Readable names of browsers and operating systems, for the list of sessions. */

/** Order matters: most user agents also contain the names of older browsers. */
const browsers: readonly [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Line\//, 'LINE'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: readonly [pattern: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const unknownDevice = 'อุปกรณ์ที่ไม่รู้จัก'

/** `Chrome · Windows` from the text of a User-Agent header. */
export function describeDevice(agent: string): string {
  const nameIn = (table: typeof browsers) => table.find(([pattern]) => pattern.test(agent))?.[1]
  const names = [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined)
  return names.length === 0 ? unknownDevice : names.join(' · ')
}
