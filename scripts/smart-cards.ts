/** Finds or installs the programs that the tests of the card reader need. */
import { missingPart } from '../apps/card-bridge/test/card-rig.ts'
import { aptGet } from './apt-get.ts'

/**
 * Installs the smart card service and the virtual reader on Debian as root if `CI` is set and they
 * are missing.
 */
export function ensureSmartCards(env = process.env): void {
  if (missingPart() === null || !env['CI'] || process.getuid?.() !== 0) return
  console.log('Installing a virtual card reader…')
  const packages = ['pcscd', 'vsmartcard-vpcd', 'iproute2']
  if (aptGet('update')) aptGet('install', '--yes', '--no-install-recommends', ...packages)
}
