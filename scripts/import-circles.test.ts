/** Checks that neither files nor the server's modules import each other in circles, types included. */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'

const modules = 'apps/server/src/modules'

/** The modules that each module imports from, tests left out. */
async function importsOfModules(): Promise<Map<string, Set<string>>> {
  const graph = new Map<string, Set<string>>()
  for (const file of await readdir(modules, { recursive: true })) {
    const [module, rest] = file.split('/')
    if (module === undefined || rest === undefined || !/(?<!\.test)\.ts$/.test(file)) continue
    const imported = graph.get(module) ?? new Set()
    graph.set(module, imported)
    const source = await readFile(join(modules, file), 'utf8')
    for (const [, path = ''] of source.matchAll(/ from '(\.[^']+)'/g)) {
      const [other, inside] = posix.normalize(`${posix.dirname(file)}/${path}`).split('/')
      if (other !== undefined && other !== '..' && other !== module && inside !== undefined)
        imported.add(other)
    }
  }
  return graph
}

/** One path that leads back to its start; null where there is none. */
function findCircle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>()
  const walk = (path: string[]): string[] | null => {
    const last = path.at(-1) ?? ''
    if (path.indexOf(last) < path.length - 1) return path.slice(path.indexOf(last))
    if (done.has(last)) return null
    for (const next of graph.get(last) ?? []) {
      const circle = walk([...path, next])
      if (circle !== null) return circle
    }
    done.add(last)
    return null
  }
  for (const start of graph.keys()) {
    const circle = walk([start])
    if (circle !== null) return circle
  }
  return null
}

it('finds a circle of three', () => {
  const graph = new Map([
    ['branch', new Set(['file'])],
    ['application', new Set(['customer', 'file'])],
    ['customer', new Set(['audit'])],
    ['audit', new Set(['application'])],
  ])
  expect(findCircle(graph)).toEqual(['application', 'customer', 'audit', 'application'])
})

it("finds none between the server's modules", async () => {
  const graph = await importsOfModules()
  expect(graph.get('application')).toContain('customer')
  expect(findCircle(graph)).toBeNull()
})
