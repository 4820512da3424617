/**
 * Entry point of the worker when the server runs from its TypeScript source. It is JavaScript because it
 * registers tsx before any TypeScript is loaded; Node 20 ignores `--import tsx` in worker threads.
 */

import { register } from 'tsx/esm/api'

register()

export default (await import('./worker.ts')).default
