import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cardFailures } from '@khapdee/domain/card-failure'
import { describe, expect, it } from 'vitest'
import { root } from './run.ts'

const folder = join(root, 'docs/decisions')
const decisions = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name))
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].map((name) =>
    join(root, name),
  ),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
]

describe('documentation', () => {
  it('the documentation has an instruction for each message of the card readers', () => {
    const rows = readFileSync(join(root, 'docs/card-reader.md'), 'utf8').split('\n')
    const starts = rows.map((row) => /^\| ([\u0e00-\u0e7f][^|…]+)/.exec(row)?.[1]?.trim() ?? '–')
    const missing = Object.entries(cardFailures)
      // Without a card the message itself is the instruction.
      .filter(([code]) => code !== 'NO_CARD')
      .filter(([, { message }]) => !starts.some((start) => message.startsWith(start)))
    expect(missing).toEqual([])
  })

  it.each(documents)('%s only links to existing files', (path) => {
    const text = readFileSync(path, 'utf8')
    const targets = [...text.matchAll(/(?:\]\(|src=")([^)"#\s]+)/g)].map(
      ([, target = '']) => target,
    )
    const local = targets.filter((target) => !/^[a-z]+:/.test(target))
    expect(local.filter((target) => !existsSync(join(dirname(path), target)))).toEqual([])
  })

  it.each(documents)('%s only mentions commands that exist', (path) => {
    const text = readFileSync(path, 'utf8')
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    // In running text a line may break inside a command.
    const names = [...text.matchAll(/\bnpm\s+run\s+(?:-s\s+)?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(names.filter((name) => !(name in scripts))).toEqual([])
  })

  it.each(decisions)('the index lists %s with its title', (name) => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8')
    const number = name.slice(0, 4)
    const title = /^# \d{4} (.+)$/m.exec(readFileSync(join(folder, name), 'utf8'))?.[1]
    const row = index.split('\n').find((line) => line.startsWith(`| [${number}](${name})`))
    expect(title).toBeDefined()
    expect(row?.split('|')[2]?.trim()).toBe(title)
  })
})
