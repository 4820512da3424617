/** Provides `import('virtual:thai-addresses')`: the Thai address table, in a separate chunk. */
import type { Plugin } from 'vite'
import { thaiAddressTable } from './thai-address.ts'

const name = 'virtual:thai-addresses'
/** The leading NUL keeps other plugins from looking for a file. */
const resolved = `\0${name}`

export function thaiAddresses(): Plugin {
  return {
    name: 'thai-addresses',
    resolveId: (id) => (id === name ? resolved : null),
    load(id) {
      if (id !== resolved) return null
      // Browsers parse JSON text several times faster than the same data as an object literal.
      const json = JSON.stringify(JSON.stringify(thaiAddressTable()))
      return { code: `export default JSON.parse(${json})`, moduleSideEffects: false }
    },
  }
}
