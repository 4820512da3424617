/** `import('virtual:thai-addresses')`: the address table as data, in a chunk of its own. */
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
      // Text for JSON.parse is read several times faster than the same data as an object literal.
      const json = JSON.stringify(JSON.stringify(thaiAddressTable()))
      return { code: `export default JSON.parse(${json})`, moduleSideEffects: false }
    },
  }
}
