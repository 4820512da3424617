/**
 * The changes of an application, for the users who may open it. Source: product specification,
 * section 12.
 */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf, idInPath } from '../wire.ts'
import { audit } from './audit.ts'

const entry = audit.row.omit({ address: true })
export type TimelineEntry = z.output<typeof entry>

export const applicationTimeline = {
  list: endpoint({
    method: 'GET',
    path: 'application/timeline/:application_id',
    access: 'application.view',
    summary:
      'The latest 200 audit entries of an application, its receipts and its exam rights, newest first, without network addresses',
    input: z.strictObject({ application_id: idInPath }),
    output: dataOf(z.array(entry)),
  }),
}
