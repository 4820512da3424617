/** Checks that the modules of the server do not import each other in cycles, types included. */
import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { expect, it } from 'vitest'

const modules = 'apps/server/src/modules'

/** The modules that each module imports. Imports of tests are ignored. */
async function importsOfModules(): Promise<Map<string, Set<string>>> {
  const graph = new Map<string, Set<string>>()
  for (const file of await readdir(modules, { recursive: true })) {
    const [module, rest] = file.split('/')
    if (module === undefined || rest === undefined || !/(?<!\.test)\.ts$/.test(file)) continue
    const imported = graph.get(module) ?? new Set()
    graph.set(module, imported)
    const source = await readFile(join(modules, file), 'utf8')
    for (const [, path = ''] of source.matchAll(/ from '(\.[^']+)'/g)) {
      const [importedModule, pathInModule] = posix
        .normalize(`${posix.dirname(file)}/${path}`)
        .split('/')
      if (
        importedModule !== undefined &&
        importedModule !== '..' &&
        importedModule !== module &&
        pathInModule !== undefined
      )
        imported.add(importedModule)
    }
  }
  return graph
}

/** A cycle as the list of its nodes, with the first repeated at the end; null if there is none. */
function findCycle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>()
  const walk = (path: string[]): string[] | null => {
    const last = path.at(-1) ?? ''
    if (path.indexOf(last) < path.length - 1) return path.slice(path.indexOf(last))
    if (done.has(last)) return null
    for (const next of graph.get(last) ?? []) {
      const cycle = walk([...path, next])
      if (cycle !== null) return cycle
    }
    done.add(last)
    return null
  }
  for (const start of graph.keys()) {
    const cycle = walk([start])
    if (cycle !== null) return cycle
  }
  return null
}

it('finds a cycle of three modules', () => {
  const graph = new Map([
    ['branch', new Set(['file'])],
    ['application', new Set(['customer', 'file'])],
    ['customer', new Set(['audit'])],
    ['audit', new Set(['application'])],
  ])
  expect(findCycle(graph)).toEqual(['application', 'customer', 'audit', 'application'])
})

it('the modules of the server import each other without cycles', async () => {
  const graph = await importsOfModules()
  expect(graph.get('application')).toContain('customer')
  expect(findCycle(graph)).toBeNull()
})
