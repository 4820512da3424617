/** The worker's entry while the server runs from its TypeScript source: see the one of the PDFs. */

import { register } from 'tsx/esm/api'

register()

export default (await import('./worker.ts')).default
