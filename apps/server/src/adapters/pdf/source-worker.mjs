/**
 * The worker's entry while the server runs from its TypeScript source. It is JavaScript, because
 * only what it registers can load TypeScript: `--import tsx` does nothing in a thread of Node 20.
 */

import { register } from 'tsx/esm/api'

register()

export default (await import('./worker.ts')).default
