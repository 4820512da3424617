/** Exports long lists to Excel over HTTP; measures the memory of the server and the delay of other calls. */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { unzip } from '../apps/server/src/adapters/xlsx/test/read-workbook.ts'
import { growTo } from '../bench/growth/grow.ts'
import { send } from '../bench/http.ts'
import { type School, type AuthHeaders, openSchool } from '../bench/school.ts'

/** Enough for lists of more than 200,000 rows, although a sixth are not course applications. */
const applications = 245_000
const lists = ['application/export', 'payment/export', 'payment/overdue/export']
const pingIntervalMs = 5

export interface ExportReport {
  /** Path of the export endpoint. */
  list: string
  rows: number
  megabytes: number
  seconds: number
  /** Durations of concurrent `/healthz` calls, in milliseconds. */
  waits: number[]
  /** Peak resident memory of the server since its start, in megabytes. */
  peak: number
}

/** Peak resident memory of a process in megabytes; Linux only. */
function peakMegabytes(pid: number): number {
  const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

/** Calls `/healthz` until `signal` aborts; returns the durations in milliseconds. */
async function measureWaits(origin: string, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = []
  while (!signal.aborted) {
    const start = performance.now()
    await send({ method: 'GET', url: `${origin}/healthz`, headers: {} })
    waits.push(performance.now() - start)
    await sleep(pingIntervalMs)
  }
  return waits
}

/** Number of rows in a workbook, header rows included. */
function countRows(file: Buffer): number {
  let rows = 0
  for (const [name, sheet] of unzip(file)) {
    if (!name.startsWith('xl/worksheets/')) continue
    for (let at = sheet.indexOf('<row '); at >= 0; at = sheet.indexOf('<row ', at + 1)) rows++
  }
  return rows
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

async function exportList(
  school: School,
  list: string,
  headers: AuthHeaders,
): Promise<ExportReport> {
  const { data } = JSON.parse(
    await send({
      method: 'POST',
      url: `${school.origin}/api/v1/${list}`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  const stopping = new AbortController()
  const pings = measureWaits(school.origin, stopping.signal)
  const start = performance.now()
  const file = await download(school.origin + data.file).finally(() => stopping.abort())
  const seconds = (performance.now() - start) / 1000
  return {
    list,
    rows: countRows(file),
    megabytes: file.length / 1e6,
    seconds,
    waits: await pings,
    peak: peakMegabytes(school.pid),
  }
}

/** Exports each list once, in sequence, from a freshly started server. */
export async function runExport(log: (line: string) => void): Promise<ExportReport[]> {
  const school = await openSchool(log)
  try {
    await growTo(school.databaseUrl, applications, log)
    const headers = await school.signIn('owner')
    const reports: ExportReport[] = []
    for (const list of lists) reports.push(await exportList(school, list, headers))
    return reports
  } finally {
    await school.close()
  }
}
