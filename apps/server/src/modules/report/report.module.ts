/** Reports of the books, receipts and outstanding balances. */
import { report } from '@khapdee/contract/entities/report'
import { reportKinds } from '@khapdee/domain/report'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import { printReport } from '../document/print-report.ts'
import { buildReport, factsOfReport } from './build-report.ts'

/** The choices of the report. */
const names = Object.fromEntries(
  Object.entries(reportKinds).map(([kind, { name }]) => [kind, { label: name }]),
)

export const reportCommands: Command[] = [
  command(report.gettable, async (ctx, query) => {
    const tx = await ctx.services.replica.forReading()
    const { columns, rows, notes } = await buildReport({ ...ctx, tx }, query)
    return {
      data: rows,
      columns,
      notes,
      meta: metaOf({ ...query, page: 1, perPage: Math.max(1, rows.length) }, rows.length),
      filter: { branch: branchOptions(ctx), type: labelOptions(names) },
    }
  }),
  command(report.pdf, async (ctx, query) => {
    const tx = await ctx.services.replica.forReading()
    const built = await buildReport({ ...ctx, tx }, { ...query, page: 1, perPage: 1 })
    const { label, english } = reportKinds[built.kind]
    const { columns, rows, notes } = built
    ctx.audit({ entity: 'export', id: 'report', after: { ...query } })
    const view = {
      title: label,
      english_title: english,
      facts: factsOfReport(ctx, built),
      tables: [
        {
          columns,
          rows: rows.map(({ level, cells }) => ({
            level,
            cells: cells.map(({ text, count, value }) =>
              value === null ? (count === null ? text : { count }) : { satang: value },
            ),
          })),
        },
      ],
      notes,
    }
    return {
      data: await printReport(ctx, built.query, `${built.kind}-${ctx.clock.today()}`, view),
    }
  }),
]
