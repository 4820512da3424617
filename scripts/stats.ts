/**
 * `npm run stats [-- <folder of another checkout>]`: the size of the code base as a plain table.
 *
 * Counts tracked files. Definitions:
 *
 * - Areas: by folder. Tests (`*.test.ts(x)`, `*.spec.ts`, `test/`, `e2e/`) and generated files are separate
 *   areas. Code is ts, tsx, mjs, css and sql; lines include comments and blank lines.
 * - Single-importer files: source files of the web app, or of the server, that exactly one other source
 *   file imports, statically or dynamically. Tests and the gallery are neither counted nor importers.
 * - Files per CRUD entity: all tracked files, tests and generated files included, that mention the expense
 *   item by a name (`expense_item`, `expense-item`, `expenseItem`, `list_expenses`, `list-expenses`, or
 *   a plural). It is a typical CRUD entity without additional rules. `scripts/` is excluded, because its
 *   files mention the item as an example.
 * - Thai strings in 3 or more files: distinct string literals, JSX texts and parts of templates between
 *   `${…}` with Thai letters that occur unchanged in at least three source files. Not counted are files
 *   whose text no other file could share (applied migrations, demo and example data, the gallery, build
 *   scripts, bench, soak), and the words of `sentenceWords`.
 * - Uses of `control=`: in the source of the web app. They bypass the form context of react-hook-form.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { isMain, main, root } from './run.ts'

export interface SourceFile {
  /** Relative to the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

const generated = /(^|\/)(route-tree\.gen\.ts|db\/types\.ts)$/
const test = /\.(test|spec)\.tsx?$|(^|\/)test\/|^e2e\//
const code = /\.(tsx?|mjs|css|sql)$/
const expenseItemNames = /expense[-_]?item|list[-_]expenses/i
const thaiLetter = /[\u0e00-\u0e7f]/

/**
 * Files whose Thai must not change (applied migrations), or is data (demo and example records,
 * scripts).
 */
const dataFiles =
  /(^|\/)(migrations|seed)\/|\/demo-[^/]*$|^apps\/web\/(gallery|build)\/|^(bench|soak|scripts)\//

/** Units that follow a number, separated by spaces. */
const units = 'คน รายการ วัน เดือน ปี ชั่วโมง นาที น. ครั้ง รอบ ใบ ที่ กม. บาท หลัก คะแนน ไฟล์'

/** Words that join the parts of a sentence, separated by commas. */
const joiningWords = 'แล้ว,เรียบร้อยแล้ว,จาก,ถึง,เป็น,ตาม,และอื่น ๆ,แสดง,ไม่มี,ยังไม่มี,วันที่,ถึงวันที่'

/**
 * Words inside sentences, which are not labels. A sentence with constants in their place would be harder
 * to read and to translate.
 */
const sentenceWords: ReadonlySet<string> = new Set([
  ...units.split(' '),
  ...joiningWords.split(','),
])

const areas: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['generated', generated],
  ['e2e', /^e2e\//],
  ['tests (unit, server, web)', test],
  ['packages/domain', /^packages\/domain\//],
  ['packages/contract', /^packages\/contract\//],
  ['apps/server migrations', /^apps\/server\/src\/db\/migrations\//],
  ['apps/server', /^apps\/server\//],
  ['apps/web', /^apps\/web\/src\//],
  ['apps/web gallery, build', /^apps\/web\//],
  ['bench', /^bench\//],
  ['soak', /^soak\//],
  ['scripts, configuration', /./],
]

export function isCode({ path }: SourceFile): boolean {
  return code.test(path)
}

/** Whether a file is code of the product: neither generated nor a test. */
export function isSource(file: SourceFile): boolean {
  return isCode(file) && !generated.test(file.path) && !test.test(file.path)
}

export function areaOf({ path }: SourceFile): string {
  return areas.find(([, pattern]) => pattern.test(path))?.[0] ?? ''
}

export function countLines({ text }: SourceFile): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

/** The percentile for `share` (0 to 1) by nearest rank; 0 for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** The relative imports of a file, static, dynamic and re-exported, as paths from the root. */
function importsOf({ path, text }: SourceFile): string[] {
  const specifiers = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)['"](\.[^'"]+)['"]/g)
  return [...specifiers].map(([, specifier = '']) =>
    posix.normalize(posix.join(dirname(path), specifier)),
  )
}

/** The files that are imported by exactly one other file of the list. */
export function singleImporterFiles(files: readonly SourceFile[]): SourceFile[] {
  const importers = new Map<string, number>()
  for (const file of files)
    for (const path of new Set(importsOf(file))) importers.set(path, (importers.get(path) ?? 0) + 1)
  return files.filter(({ path }) => importers.get(path) === 1)
}

/** The distinct string literals and JSX texts with Thai letters in a file; comments are skipped. */
export function thaiStrings({ text }: SourceFile): Set<string> {
  const tokens = text.matchAll(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`|>([^<>{}'"`]+)</g,
  )
  const found = [...tokens].flatMap(([, single, double, template, jsx]) =>
    (single ?? double ?? template ?? jsx ?? '').split(/\$\{[^}]*\}/),
  )
  return new Set(found.map((string) => string.trim()).filter((string) => thaiLetter.test(string)))
}

/** The Thai strings that occur in at least `min` files of the product, most frequent first, without words of sentences. */
export function repeatedThaiStrings(files: readonly SourceFile[], min: number): string[] {
  const uses = new Map<string, number>()
  for (const file of files.filter(({ path }) => !dataFiles.test(path)))
    for (const string of thaiStrings(file)) uses.set(string, (uses.get(string) ?? 0) + 1)
  return [...uses]
    .filter(([string, count]) => count >= min && !sentenceWords.has(string))
    .toSorted(([, a], [, b]) => b - a)
    .map(([string]) => string)
}

type Row = readonly [label: string, value: string]

const formatNumber = (value: number): string => value.toLocaleString('en-GB')

function areaRows(files: readonly SourceFile[]): Row[] {
  const codeFiles = files.filter(isCode)
  const rows = areas.map(([name]): Row => {
    const inArea = codeFiles.filter((file) => areaOf(file) === name)
    return [name, describeLines(inArea.map(countLines))]
  })
  return [...rows, ['all code', describeLines(codeFiles.map(countLines))]]
}

function describeLines(lines: readonly number[]): string {
  const total = lines.reduce((sum, count) => sum + count, 0)
  const columns = [
    formatNumber(total),
    formatNumber(lines.length),
    percentile(lines, 0.5),
    percentile(lines, 0.95),
  ]
  return columns.map((column) => String(column).padStart(8)).join('')
}

function importerRows(label: string, files: readonly SourceFile[]): Row[] {
  const single = singleImporterFiles(files)
  const short = single.filter((file) => countLines(file) < 40)
  return [
    [`single-importer files, ${label}`, formatNumber(single.length)],
    [`  of these under 40 lines`, formatNumber(short.length)],
  ]
}

/** The rows of the table, from every tracked file. */
export function statistics(files: readonly SourceFile[]): { areas: Row[]; figures: Row[] } {
  const source = files.filter(isSource)
  const under = (folder: string) => source.filter(({ path }) => path.startsWith(folder))
  const web = under('apps/web/src/')
  const server = under('apps/server/src/')
  const webLines = web.map(countLines).reduce((sum, count) => sum + count, 0)
  const entityFiles = files.filter(
    ({ path, text }) =>
      !path.startsWith('scripts/') && (expenseItemNames.test(path) || expenseItemNames.test(text)),
  )
  const generatedFiles = entityFiles.filter(({ path }) => generated.test(path))
  const repeated = repeatedThaiStrings(source, 3)
  const controlUses = web.reduce((sum, { text }) => sum + text.split(/\bcontrol=/).length - 1, 0)
  return {
    areas: areaRows(files),
    figures: [
      ['files per 1,000 lines, web app', ((1000 * web.length) / (webLines || 1)).toFixed(1)],
      ...importerRows('web app', web),
      ...importerRows('server', server),
      ['files per CRUD entity', formatNumber(entityFiles.length)],
      ['  of these generated', formatNumber(generatedFiles.length)],
      ['Thai strings in 3 or more files', formatNumber(repeated.length)],
      ...repeated.map((string): Row => [`  ${string}`, '']),
      ['uses of control=', formatNumber(controlUses)],
    ],
  }
}

/** The tracked text files of a checkout, without the changelog. */
function trackedFiles(folder: string): SourceFile[] {
  const list = execFileSync('git', ['ls-files', '-z'], { cwd: folder, encoding: 'utf8' })
  return list
    .split('\0')
    .filter((path) => /\.(tsx?|mjs|css|sql|json|md|html)$/.test(path) && path !== 'CHANGELOG.md')
    .filter((path) => existsSync(join(folder, path)))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

if (isMain(import.meta.url))
  await main(async () => {
    const { areas: byArea, figures } = statistics(trackedFiles(resolve(process.argv[2] ?? root)))
    const headings = ['lines', 'files', 'median', 'p95'].map((name) => name.padStart(8)).join('')
    const print = ([label, value]: Row) => console.log(`${label.padEnd(34)}${value}`.trimEnd())
    for (const row of [['area', headings] as const, ...byArea]) print(row)
    console.log()
    for (const [label, value] of figures) print([label, value.padStart(8)])
  })
