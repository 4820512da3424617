/** `npm run bench`: measures the product and compares it with the thresholds. See docs/bench.md. */
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { build } from '../scripts/build.ts'
import { main } from '../scripts/run.ts'
import { results } from './thresholds.ts'
import { measureBoards } from './boards.ts'
import { bundle } from './bundle.ts'
import { calls } from './calls/part.ts'
import type { Figure } from './thresholds.ts'
import { growth } from './growth/part.ts'
import { measureInterface } from './interface/part.ts'
import type { PartOptions } from './part.ts'
import { measurePayroll } from './payroll.ts'
import { pdf } from './pdf.ts'
import { start } from './start.ts'
import { statement } from './statement.ts'

const parts: Readonly<Record<string, (options: PartOptions) => Promise<Figure[]>>> = {
  calls,
  growth,
  pdf,
  start,
  bundle,
  interface: measureInterface,
  boards: measureBoards,
  statement,
  payroll: measurePayroll,
}

await main(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      check: { type: 'boolean', default: false },
      keep: { type: 'string' },
      cases: { type: 'string', default: '' },
    },
  })
  const unknown = positionals.filter((name) => parts[name] === undefined)
  if (unknown.length > 0) {
    throw new Error(`No part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}.`)
  }
  await build(console.log)
  const figures: (Figure & { part: string })[] = []
  for (const [part, measure] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(part)) continue
    const load = loadavg()[0]?.toFixed(1)
    console.log(`\n${part} (load average: ${load})`)
    const measured = await measure({
      log: console.log,
      keep: values.keep,
      cases: new RegExp(values.cases),
    })
    figures.push(...measured.map((figure) => ({ part, ...figure })))
  }
  const rows = results(figures)
  console.table(rows)
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 2))
  return values.check && rows.some(({ status }) => status === 'missed') ? 1 : 0
})
