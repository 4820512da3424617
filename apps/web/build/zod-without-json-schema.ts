/**
 * Every Zod schema can describe itself as JSON Schema, and brings the code for that along: 6 KB of
 * the first download which only the server's API document needs. The browser gets it empty.
 */
import type { Plugin } from 'vite'

const module = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
const exported = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/**
 * The module with the same exports, none of which works.
 * @throws Error when no export is found: Zod has then changed its form.
 */
export function withoutJsonSchema(code: string): string {
  const names = [...code.matchAll(exported)].map((match) => match[1] ?? match[2])
  if (names.length === 0) throw new Error('zod exports its JSON Schema in an unknown form')
  return [
    `const absent = () => () => { throw new Error('no JSON Schema in the browser') }`,
    ...names.map((name) => `const ${name}_ = absent; export { ${name}_ as ${name} }`),
  ].join('\n')
}

export function zodWithoutJsonSchema(): Plugin {
  return {
    name: 'zod-without-json-schema',
    apply: 'build',
    transform(code, id) {
      return module.test(id) ? { code: withoutJsonSchema(code), map: null } : null
    },
  }
}
