/** Entry point of a PDF worker: piscina calls the default export with every job. */

import { renderJob } from './job.ts'
import { prepareRendering } from './render.ts'

prepareRendering()

export default renderJob
