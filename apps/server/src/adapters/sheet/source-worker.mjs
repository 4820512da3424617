/** Entry point of the worker when the server runs from its TypeScript source; see `../pdf/source-worker.mjs`. */

import { register } from 'tsx/esm/api'

register()

export default (await import('./worker.ts')).default
