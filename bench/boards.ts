/**
 * Measures how soon 200 open screens of the exam day show a change, and the server's memory
 * meanwhile.
 */
import { type IncomingMessage, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { livePath } from '@khapdee/contract/live'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { median, rounded } from './figures.ts'
import { send } from './http.ts'
import type { PartOptions } from './part.ts'
import { memoryOf } from './process-memory.ts'
import { type AuthHeaders, type School, openSchool } from './school.ts'
import type { Figure } from './thresholds.ts'

const boardCount = 200
/** The server allows 20 streams for each session. */
const boardsPerSession = 20
const users = ['registrar.kkn', 'cashier.kkn', 'manager.kkn']
const changes = 10
/** As in `use-live.ts` of the web app. */
const minIntervalMs = 400
const deadlineMs = 20_000

/**
 * An open screen of the exam day. It reads the day again after each message of its stream, at most
 * every 400 ms.
 */
interface Board {
  /** The sessions that the screen shows. */
  shown: ReadonlySet<number>
  close(): void
}

async function openBoard({ origin }: School, headers: AuthHeaders): Promise<Board> {
  const board = { shown: new Set<number>(), close: () => void stream.destroy() }
  const read = async () => {
    const url = `${origin}/api/v1/${examDay.get.path}`
    const { data } = JSON.parse(await send({ method: 'GET', url, headers }))
    const stations: { exam_session_id: number }[] = data.stations
    board.shown = new Set(stations.map(({ exam_session_id }) => exam_session_id))
  }
  let isDue = false
  let readAt = -Infinity
  const refresh = () => {
    if (isDue) return
    isDue = true
    setTimeout(
      () => {
        isDue = false
        void read()
      },
      Math.max(0, readAt + minIntervalMs - performance.now()),
    )
    readAt = Math.max(performance.now(), readAt + minIntervalMs)
  }
  const stream = await new Promise<IncomingMessage>((resolve, reject) => {
    const accept = { ...headers, accept: 'text/event-stream' }
    get(`${origin}/api/v1/${livePath}`, { headers: accept, agent: false }, resolve).on(
      'error',
      reject,
    )
  })
  if (stream.statusCode !== 200) throw new Error(`the stream was refused: ${stream.statusCode}`)
  stream.on('data', (chunk: Buffer) => {
    if (chunk.includes('data: ')) refresh()
  })
  stream.on('error', () => {})
  return board
}

async function openBoards(school: School): Promise<Board[]> {
  const boards: Board[] = []
  for (let session = 0; boards.length < boardCount; session++) {
    const headers = await school.signIn(users[session % users.length] ?? '')
    const opening = Array.from({ length: boardsPerSession }, () => openBoard(school, headers))
    boards.push(...(await Promise.all(opening)))
  }
  return boards
}

/** Creates a session of today. @returns the seconds until all screens show it */
async function timeChange(school: School, headers: AuthHeaders, boards: readonly Board[]) {
  const { branch_id } = await school.services.db
    .selectFrom('branch')
    .select('branch_id')
    .where('code', '=', 'KKN')
    .executeTakeFirstOrThrow()
  const body = JSON.stringify({
    branch_id,
    kind: 'theory',
    licence_types: ['any'],
    date: todayInBangkok(new Date()),
    start_time: '00:00',
    end_time: '23:59',
    capacity: 30,
    override_reason: 'ทดสอบ',
  })
  const start = performance.now()
  const answer = await send({
    method: 'POST',
    url: `${school.origin}/api/v1/${examSession.create.path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const [id = 0]: number[] = JSON.parse(answer).data.exam_session_ids
  while (!boards.every(({ shown }) => shown.has(id))) {
    if (performance.now() - start > deadlineMs) return Number.NaN
    await wait(5)
  }
  return (performance.now() - start) / 1000
}

/** Opens the screens and makes one change after another. */
export async function measureBoards({ log }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(log)
  try {
    const boards = await openBoards(school)
    const headers = await school.signIn('manager.kkn')
    const seconds: number[] = []
    for (let change = 0; change < changes; change++) {
      await wait(2 * minIntervalMs)
      seconds.push(await timeChange(school, headers, boards))
    }
    const memory = memoryOf(school.pid)
    for (const board of boards) board.close()
    const figures: Figure[] = [
      { label: 'slowest board, median of the changes', value: rounded(median(seconds)), unit: 's' },
      {
        label: `slowest of ${boardCount} boards, ${changes} changes`,
        value: rounded(Math.max(...seconds)),
        unit: 's',
        threshold: 'change on all boards',
      },
      {
        label: `server with ${boardCount} boards`,
        value: memory,
        unit: 'MB',
        threshold: 'server memory with boards',
      },
    ]
    console.table(figures)
    return figures
  } finally {
    await school.close()
  }
}
