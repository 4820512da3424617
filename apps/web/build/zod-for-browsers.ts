/**
 * Removes two parts of Zod from the browser build.
 *
 * Zod tests with `new Function` whether it may compile schemas, which the content security policy
 * forbids and browsers report; that must be switched off before the first schema is created.
 *
 * Every Zod schema can be converted to JSON Schema; the code for that is 6 KB of the first download
 * and only the server's API document needs it. The browser gets an empty module.
 */
import type { Plugin } from 'vite'

const jsonSchema = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const settings = /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/
const exported = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/**
 * The module with the same exports, none of which works.
 * @throws Error when no export is found: the form of the module has changed.
 */
export function withoutJsonSchema(code: string): string {
  const names = [...code.matchAll(exported)].map((match) => match[1] ?? match[2])
  if (names.length === 0) throw new Error('zod exports its JSON Schema in an unknown form')
  return [
    `const absent = () => () => { throw new Error('no JSON Schema in the browser') }`,
    ...names.map((name) => `const ${name}_ = absent; export { ${name}_ as ${name} }`),
  ].join('\n')
}

/** The module that holds Zod's settings, with compiling switched off from the start. */
export function withoutCompiling(code: string): string {
  if (!code.includes('globalThis.__zod_globalConfig')) {
    throw new Error('zod keeps its settings in an unknown place')
  }
  // Nothing in the module runs before this.
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
