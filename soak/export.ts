/** Excel files of very long lists, taken over HTTP: what they cost the server, and whoever else calls it. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzip } from '../apps/server/src/adapters/xlsx/test/read-workbook.ts'
import { growTo } from '../bench/growth/grow.ts'
import { send } from '../bench/http.ts'
import { type School, type SignedIn, openSchool } from '../bench/school.ts'

/** So many that each list below has more than 200,000 rows: a sixth are of other kinds than courses. */
const applications = 245_000
const lists = ['application/export', 'payment/export', 'payment/overdue/export']
const pingEveryMs = 5

export interface ExportReport {
  list: string
  rows: number
  megabytes: number
  seconds: number
  /** Milliseconds that other calls waited meanwhile. */
  waits: number[]
  /** Megabytes that the server had at most since its start. */
  peak: number
}

/** Of Linux. */
function peakOf(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Calls what costs the server nothing, again and again; gives how long each answer took. */
async function pinging(origin: string, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = []
  while (!signal.aborted) {
    const start = performance.now()
    await send({ method: 'GET', url: `${origin}/healthz`, headers: {} })
    waits.push(performance.now() - start)
    await sleep(pingEveryMs)
  }
  return waits
}

/** Rows of a workbook, the few of its head among them. */
function countRows(file: Buffer): number {
  let rows = 0
  for (const [name, sheet] of unzip(file)) {
    if (!name.startsWith('xl/worksheets/')) continue
    for (let at = sheet.indexOf('<row '); at >= 0; at = sheet.indexOf('<row ', at + 1)) rows++
  }
  return rows
}

async function take(school: School, list: string, headers: SignedIn): Promise<ExportReport> {
  const { data } = JSON.parse(
    await send({
      method: 'POST',
      url: `${school.origin}/api/v1/${list}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  const over = new AbortController()
  const pings = pinging(school.origin, over.signal)
  const start = performance.now()
  const answer = await fetch(school.origin + data.file)
  const file = Buffer.from(await answer.arrayBuffer())
  const seconds = (performance.now() - start) / 1000
  over.abort()
  return {
    list,
    rows: countRows(file),
    megabytes: file.length / 1e6,
    seconds,
    waits: await pings,
    peak: peakOf(school.pid),
  }
}

/** Takes each list once, one after the other, from a server that was just started. */
export async function runExport(say: (line: string) => void): Promise<ExportReport[]> {
  const school = await openSchool(say)
  try {
    await growTo(school.url, applications, say)
    const headers = await school.signIn('owner')
    const reports: ExportReport[] = []
    for (const list of lists) reports.push(await take(school, list, headers))
    return reports
  } finally {
    await school.close()
  }
}
