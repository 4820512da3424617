import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { overlayThai, reactAriaThai } from './react-aria-thai.ts'

const require = createRequire(import.meta.url)

/** The installed module with React Aria's English texts of one folder. */
function englishModule(packageName: string, folder: string): { id: string; code: string } {
  const root = dirname(require.resolve(`${packageName}/package.json`))
  const id = join(root, 'dist/private/intl', folder, 'en-US.mjs')
  return { id, code: readFileSync(id, 'utf8') }
}

type Texts = Record<string, string | ((args: unknown, formatter: unknown) => string)>

async function evaluate(code: string): Promise<Texts> {
  const module = `data:text/javascript,${encodeURIComponent(code)}`
  return ((await import(/* @vite-ignore */ module)) as { default: Texts }).default
}

/** The text with each argument replaced by its name in braces. */
function format(text: Texts[string] | undefined): string {
  if (typeof text === 'string') return text
  const anything = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  return text?.(anything, anything) ?? ''
}

describe('overlayThai', () => {
  // All texts that a component of `ui` or the command palette uses.
  it.each(['autocomplete', 'calendar', 'combobox', 'menu', 'overlays', 'searchfield', 'toast'])(
    'replaces every text of %s',
    async (folder) => {
      const { code } = englishModule('react-aria', folder)
      const english = await evaluate(code)
      const thai = await evaluate(overlayThai(code, folder))
      expect(Object.keys(thai)).toEqual(Object.keys(english))
      expect(Object.keys(thai).filter((key) => thai[key] === english[key])).toEqual([])
      // Names of arguments, in braces, and of the Alt key are the only Latin letters.
      const formatted = Object.values(thai).map((text) => format(text).replace(/\{\w+\}|Alt/g, ''))
      expect(formatted.filter((text) => /[a-z]/i.test(text))).toEqual([])
    },
  )

  it('replaces the placeholder of lists', async () => {
    const { code } = englishModule('react-aria-components', '')
    expect((await evaluate(overlayThai(code, '')))['selectPlaceholder']).toBe('เลือก')
  })

  it('throws for a module of unknown form only when it has Thai texts for that folder', () => {
    expect(() => overlayThai('module.exports = {}', 'calendar')).toThrow('calendar')
    expect(overlayThai('module.exports = {}', 'color')).toBe('module.exports = {}')
  })
})

describe('reactAriaThai', () => {
  const { load, transform } = reactAriaThai() as unknown as {
    // Vite types hooks as functions or objects; here they are functions that need no context.
    load: (id: string) => string | null
    transform: (code: string, id: string) => { code: string } | null
  }

  it('empties the texts of all languages but English and leaves other modules unchanged', () => {
    const { id } = englishModule('react-aria', 'calendar')
    expect(load(id.replace('en-US', 'fr-FR'))).toBe('export default undefined')
    expect(load(id)).toBeNull()
    expect(load('/app/src/intl/fr-FR.mjs')).toBeNull()
  })

  it('changes only the English texts of React Aria', () => {
    const { id, code } = englishModule('react-aria', 'calendar')
    expect(transform(code, id)?.code).toContain('เดือนถัดไป')
    expect(transform(code, '/app/src/intl/en-US.mjs')).toBeNull()
  })
})
