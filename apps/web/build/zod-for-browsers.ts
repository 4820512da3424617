/**
 * Removes two parts of Zod from the browser build.
 *
 * The schema compiler: Zod tests with `new Function` whether it may compile. The content security policy
 * forbids that and browsers report a violation, so compiling is disabled before the first schema exists.
 *
 * The conversion to JSON Schema: it is 6 KB of the first download, and only the server's OpenAPI document
 * needs it.
 */
import type { Plugin } from 'vite'

const jsonSchema = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const settings = /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/
const exported = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/**
 * Returns a module with the same export names, but without an implementation.
 * @throws Error when no export is found because the form of the module has changed
 */
export function withoutJsonSchema(code: string): string {
  const names = [...code.matchAll(exported)].map((match) => match[1] ?? match[2])
  if (names.length === 0) throw new Error('zod exports its JSON Schema in an unknown form')
  return [
    `const absent = () => () => { throw new Error('no JSON Schema in the browser') }`,
    ...names.map((name) => `const ${name}_ = absent; export { ${name}_ as ${name} }`),
  ].join('\n')
}

/**
 * Returns Zod's settings module with schema compiling disabled.
 * @throws Error when the module no longer contains the settings
 */
export function withoutCompiling(code: string): string {
  if (!code.includes('globalThis.__zod_globalConfig')) {
    throw new Error('zod keeps its settings in an unknown place')
  }
  // The setting comes first, so that no code of the module runs before it.
  return `globalThis.__zod_globalConfig = { jitless: true }\n${code}`
}

export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    transform(code, id) {
      if (jsonSchema.test(id)) return { code: withoutJsonSchema(code), map: null }
      if (settings.test(id)) return { code: withoutCompiling(code), map: null }
      return null
    },
  }
}
