/** The exported reports: one file for each report, with the same figures as on the screen. */
import { report } from '@khapdee/contract/entities/report'
import { reportKinds } from '@khapdee/domain/report'
import type { Cell } from '../../adapters/xlsx/workbook.ts'
import { buildReport, factsOfReport } from '../report/build-report.ts'
import { exportNote } from './describe-query.ts'
import type { ExportedList } from './export-list.ts'

/** Widths of the columns in characters. */
const widths = { text: 30, count: 12, money: 18 } as const

export const reportExport: ExportedList = {
  endpoint: report.export,
  name: 'report',
  check: (ctx, query) => buildReport(ctx, query),
  async open(ctx, query) {
    const built = await buildReport(ctx, query)
    const rows = built.rows.map(({ cells }) =>
      cells.map(({ text, day, count, value }): Cell => {
        if (value !== null) return { satang: value }
        return day === null ? (count ?? text) : { day }
      }),
    )
    return {
      title: reportKinds[built.kind].label,
      notes: [
        ...factsOfReport(ctx, built).map(([label, value]) => `${label}: ${value}`),
        ...built.notes,
        exportNote(ctx),
      ],
      columns: built.columns.map(({ title, kind }) => ({ title, width: widths[kind] })),
      rows: once(rows),
      sums: () => [],
    }
  },
}

/** All rows in one block. */
// oxlint-disable-next-line typescript/require-await -- the writer reads blocks as they come
async function* once(rows: readonly Cell[][]): AsyncGenerator<readonly Cell[][]> {
  yield rows
}
