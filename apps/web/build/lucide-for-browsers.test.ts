import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withoutKeys } from './lucide-for-browsers.ts'

const main = createRequire(import.meta.url).resolve('lucide-react')
const icons = join(dirname(main), '../esm/icons')

interface IconData {
  name: string
  node: [tag: string, attributes: Record<string, string>][]
}

/** The data of an icon in its module; null for a module that is an alias of another icon. */
function dataOf(code: string): IconData | null {
  const found = /const __iconData = (\{[\s\S]*?\n\});/.exec(code)?.[1]
  return found === undefined ? null : (new Function(`return ${found}`)() as IconData)
}

/** The name and the drawing, without keys. */
const shown = (code: string) => {
  const data = dataOf(code)
  const node = data?.node.map(([tag, attributes]) => [tag, { ...attributes, key: undefined }])
  return { name: data?.name, node }
}

describe('the icons in the browser build', () => {
  it('keep their names and drawings', () => {
    const files = readdirSync(icons).filter((file) => file.endsWith('.mjs') && file !== 'index.mjs')
    const before = files.map((file) => readFileSync(join(icons, file), 'utf8'))
    const after = before.map(withoutKeys)
    expect(after.filter((code) => dataOf(code) !== null).length).toBeGreaterThan(1000)
    expect(after.map(shown)).toEqual(before.map(shown))
    expect(after.filter((code) => code.includes('key:'))).toEqual([])
  })

  it('throws for a module of another form', () => {
    expect(() => withoutKeys('export default 1')).toThrow('unknown form')
  })
})
