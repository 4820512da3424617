/** Entry point of a PDF worker: piscina calls the default export with every job. */

import { type PdfJob, renderJob } from './job.ts'
import { type PayslipBatchJob, renderBatch } from './payslip-batch.ts'
import { prepareRendering } from './render.ts'

prepareRendering()

export default (job: PdfJob | PayslipBatchJob) =>
  job.kind === 'payslips' ? renderBatch(job) : renderJob(job)
