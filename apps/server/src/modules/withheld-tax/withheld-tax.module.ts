/** Tax withheld from payees. Source: product specification, section 7b.10. */
import { withheldTax } from '@khapdee/contract/entities/withheld-tax'
import { remitUntil, supplierReturns, withheldStates } from '@khapdee/domain/withheld-tax'
import { type Command, command } from '../../kernel/command.ts'
import { branchOptions, labelOptions } from '../../kernel/crud.ts'
import { metaOf } from '../../kernel/list.ts'
import { printTaxCertificate } from './print-tax-certificate.ts'
import { remitTax } from './remit-tax.ts'
import { owedByReturn, withheldPage, withheldTotals } from './withheld-tax.queries.ts'

export const withheldTaxCommands: Command[] = [
  command(withheldTax.gettable, async (ctx, query) => {
    const data = await withheldPage.rows(ctx.tx, ctx, query)
    const { count, ...total } = await withheldTotals.one(ctx.tx, ctx, query)
    const owed = await owedByReturn.rows(ctx.tx, ctx, query)
    return {
      data,
      total,
      owed: owed.map((row) => ({ ...row, until: remitUntil(row.month) })),
      meta: metaOf(query, count),
      filter: {
        branch: branchOptions(ctx),
        status: labelOptions(withheldStates),
        type: labelOptions(supplierReturns),
      },
    }
  }),
  remitTax,
  command(withheldTax.certificate, async (ctx, input) => ({
    data: await printTaxCertificate(ctx, input),
  })),
]
