/**
 * Tests that an open screen of the exam day catches up after its server process has ended and was
 * started again.
 */
import { randomUUID } from 'node:crypto'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { beginSessionByCall, bookToday, openDesk } from './support/calls.ts'
import { newMark } from './support/numbers.ts'
import { startServer } from './support/server.ts'
import { desktopOnly, expect, test } from './support/test.ts'

test(
  'the screen of the exam day shows check-ins that were made while its server was down, and just after its start',
  desktopOnly,
  async ({ signIn, request, browser }) => {
    test.slow()
    const branch = 'udn'
    const dataDir = process.env['E2E_DATA_DIR'] ?? ''
    const run = newMark()
    const session = await beginSessionByCall(request, `manager.${branch}`, 5)
    const desk = await openDesk(request, branch)
    const names = [`ก่อน${run}`, `ระหว่าง${run}`, `หลัง${run}`] as const
    const exams: number[] = []
    for (const fname of names) exams.push((await bookToday(desk, session, fname)).exam_id)
    // The clerk at another desk checks candidates in through a second server, which keeps running.
    const checkIn = (i: number) =>
      desk.manager(examDay.checkIn, { nonce: randomUUID(), exam_id: exams[i] ?? 0 })

    const port = await freePort()
    let server = await startServer(dataDir, port)
    const context = await browser.newContext({ baseURL: server.url })
    try {
      const board = await context.newPage()
      await signIn(`registrar.${branch}`, board)
      await board.goto('/exam-day')
      const stageOf = (name: string, i: number) =>
        board.getByRole('list', { name }).filter({ hasText: names[i] ?? '' })
      await checkIn(0)
      await expect(stageOf('รอเรียก', 0)).toBeVisible()

      await server.stop()
      await checkIn(1)
      await expect(stageOf('ยังไม่มา', 1)).toBeVisible()
      server = await startServer(dataDir, port)
      await checkIn(2)
      await expect(stageOf('รอเรียก', 1)).toBeVisible({ timeout: 30_000 })
      await expect(stageOf('รอเรียก', 2)).toBeVisible()
    } finally {
      await context.close()
      await server.stop()
    }
  },
)
