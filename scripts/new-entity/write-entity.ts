/** Writes the files of a new entity into a checkout of the repository. */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EntityNames } from './names.ts'
import { insertions, newFiles } from './templates.ts'

interface Written {
  created: string[]
  changed: string[]
}

function nextMigration(root: string): string {
  const files = readdirSync(join(root, 'apps/server/src/db/migrations'))
  const numbers = files.map((file) => Number.parseInt(file, 10)).filter(Number.isInteger)
  return String(Math.max(...numbers) + 1).padStart(4, '0')
}

/**
 * Creates and changes all files of a CRUD entity. Writes nothing if any insertion point is not
 * found.
 * @param root folder of the checkout
 * @param icon name of an icon of lucide-react, for the menu
 * @returns the paths of the files, relative to `root`
 * @throws when the entity exists or an insertion point is not found
 */
export function writeEntity(root: string, names: EntityNames, icon: string): Written {
  const texts = new Map<string, string>()
  const read = (path: string) => texts.get(path) ?? readFileSync(join(root, path), 'utf8')
  const descriptor = new RegExp(`^ {2}${names.table}: \\{$`, 'm')
  if (descriptor.test(read('packages/domain/src/entities.ts'))) {
    throw new Error(`the entity ${names.table} exists`)
  }
  for (const { path, text, point } of insertions(names, icon)) {
    const old = read(path)
    // Another menu entry may already import the icon.
    if (text === `  ${icon},\n` && old.includes(text)) continue
    try {
      const index = point(old)
      texts.set(path, old.slice(0, index) + text + old.slice(index))
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
    }
  }
  const changed = [...texts.keys()]
  const files = newFiles(names, nextMigration(root))
  for (const { path, text } of files) texts.set(path, text)
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { created: files.map(({ path }) => path), changed }
}
