/** Reports of the books, receipts and outstanding balances. Source: product specification, section 7. */
import { reportScreens } from '@khapdee/domain/report'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { baht, dataOf, day, exportQuery, fileLink, listOf, listQuery, pdfLink } from '../wire.ts'

const column = z.object({
  title: z.string(),
  kind: z.enum(['text', 'count', 'money']),
})

/** A text, a count, or an amount; the other two are empty or null. */
const cell = z.object({
  text: z.string(),
  /** The day that the text stands for, which files contain as a date; null for other texts. */
  day: day.nullable(),
  count: z.number().nullable(),
  value: baht.nullable(),
  /** The list with the rows of the figure, and its filters; null if no list has them. */
  to: z
    .object({ screen: z.enum(reportScreens), search: z.record(z.string(), z.string()) })
    .nullable(),
})
export type ReportCell = z.output<typeof cell>

const row = z.object({
  key: z.string(),
  level: z.enum(['row', 'heading', 'sum']),
  /** One for each column. */
  cells: z.array(cell),
})
export type ReportRow = z.output<typeof row>
export type ReportColumn = z.output<typeof column>

const kindNote =
  '`type` is the report: daily, categories, periods, branches, pay_types, receipts or outstanding; the days are today by default'

export const report = {
  gettable: endpoint({
    method: 'GET',
    path: 'report/gettable',
    access: 'accounting.view',
    summary: `All rows of a report on one page; ${kindNote}`,
    input: listQuery,
    output: listOf(row).extend({ columns: z.array(column), notes: z.array(z.string()) }),
  }),
  pdf: endpoint({
    method: 'POST',
    path: 'report/pdf',
    access: 'accounting.export',
    summary: `Link to a report as PDF; ${kindNote}`,
    input: exportQuery.pick({ type: true, branch: true, start: true, end: true }),
    output: dataOf(pdfLink),
  }),
  export: endpoint({
    method: 'POST',
    path: 'report/export',
    access: 'accounting.export',
    summary: `Link to an Excel file of a report; ${kindNote}`,
    input: exportQuery,
    output: dataOf(fileLink),
  }),
}
