/**
 * `npm run soak`: what must hold however long and however roughly it is handled. Arguments choose
 * parts: `npm run soak -- clerks faults export model`. `SOAK_KILLS` says how often something is killed.
 */
import { build } from '../scripts/build.ts'
import { main, runTool } from '../scripts/run.ts'
import { runClerks } from './clerks.ts'
import { runExport } from './export.ts'
import { runFaults, runFullDisk } from './faults.ts'
import { builtProgram } from './program.ts'
import { tellClerks, tellExport, tellFaults } from './report.ts'

const say = (line: string): void => console.log(line)

async function clerks(): Promise<boolean> {
  const kills = Number(process.env['SOAK_KILLS'] ?? 20)
  const report = await runClerks({ clerks: 32, kills, pauseMs: 3000, program: builtProgram, say })
  return tellClerks(report)
}

async function faults(): Promise<boolean> {
  const options = { clerks: 16, ms: 10_000, calmMs: 3000, program: builtProgram, say }
  const held = tellFaults(await runFaults(options))
  const full = await runFullDisk(options)
  if (full === undefined) say('The full disk is left out: this user may not mount one.')
  return (full === undefined || tellFaults(full)) && held
}

const exporting = async (): Promise<boolean> => tellExport(await runExport(say))

/** The money's life against its model, and its races, many times as long as the tests. */
async function model(): Promise<boolean> {
  const tests = [
    'apps/server/test/money-model.test.ts',
    'apps/server/src/modules/application/money-races.test.ts',
  ]
  const env = { ...process.env, MODEL_RUNS: '10000', RACE_ROUNDS: '200' }
  return (await runTool('vitest', ['run', ...tests], { env })) === 0
}

const parts = { clerks, faults, export: exporting, model }

await main(async () => {
  const chosen = process.argv.slice(2)
  const unknown = chosen.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    throw new Error(`No part ${unknown.join(', ')}: there are ${Object.keys(parts).join(', ')}.`)
  }
  await build(say)
  let held = true
  for (const [name, part] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue
    say(`\n${name}`)
    held = (await part()) && held
  }
  return held ? 0 : 1
})
// Where a part failed, clerks may still be trying to reach a server that does not come back.
process.exit()
