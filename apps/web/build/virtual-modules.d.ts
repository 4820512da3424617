declare module 'virtual:thai-addresses' {
  import type { CompactAddresses } from '@khapdee/domain/address'

  const table: CompactAddresses
  export default table
}
