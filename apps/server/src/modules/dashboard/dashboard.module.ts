/** The dashboard: one call reads its parts concurrently, each by the query of the list that shows the rows behind the figures. */
import {
  type Counted,
  type DashboardContent,
  dashboard,
} from '@khapdee/contract/entities/dashboard'
import type { ListQuery, Meta } from '@khapdee/contract/wire'
import { chartDays, licenceRemindDays, spansOf } from '@khapdee/domain/dashboard'
import type { Permission } from '@khapdee/domain/permissions'
import { addDays } from '@khapdee/domain/thai-date'
import type { DueState } from '@khapdee/domain/vehicle'
import { sql } from 'kysely'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { crudCondition } from '../../kernel/crud-list.ts'
import { countWaiting } from '../approval/approval.module.ts'
import { listApplications } from '../application/application-page.ts'
import { payableQuery } from '../application/list-applications.ts'
import { readExamDay } from '../exam/exam-day.ts'
import { listRights } from '../exam/list-rights.ts'
import { countAffected } from '../exam-session/affected.ts'
import { listUnclosed, listWorklist } from '../exam-session/read-sessions.ts'
import { vehicleList } from '../vehicle/vehicle-list.ts'
import {
  endingLicences,
  openDrawers,
  receivedByDay,
  receivedBySpan,
  registeredBySpan,
} from './dashboard.queries.ts'

/** Maximum number of candidates and licences listed by name. */
const maxNames = 20

const toCounted = ({ total, capped = false }: Meta): Counted => ({ count: total, capped })

/** The smallest page of a list; only its counts and sums are used. */
const firstRow = { page: 1, perPage: 1 }

async function readOutstanding(ctx: UserContext, query: ListQuery) {
  const [all, late] = await Promise.all([
    listApplications(ctx, payableQuery(query), 'all'),
    listApplications(ctx, payableQuery({ ...query, category: 'late' }), 'all'),
  ])
  return {
    all: toCounted(all.meta),
    balance: all.total?.balance ?? null,
    late: toCounted(late.meta),
  }
}

async function readExams(ctx: UserContext, query: ListQuery) {
  const [day, worklist, unclosed, affected, expiring] = await Promise.all([
    readExamDay(ctx, query.branch === undefined ? {} : { branch: query.branch }),
    listWorklist(ctx, query),
    listUnclosed(ctx, query),
    countAffected(ctx, query),
    listRights(ctx, { ...query, status: 'expiring' }),
  ])
  const { stations, without_session } = day.data
  const unready = stations.flatMap((station) =>
    station.candidates
      .filter((found) => found.unpaid === true || found.missing_documents.length > 0)
      .map(({ exam_id, customer, unpaid, missing_documents }) => ({
        exam_id,
        exam_session_id: station.exam_session_id,
        customer,
        kind: station.kind,
        starts_at: station.starts_at,
        unpaid,
        missing_documents: missing_documents.length,
      })),
  )
  return {
    sessions: stations.length,
    candidates: stations.reduce((sum, { candidates }) => sum + candidates.length, 0),
    without_session: without_session.length,
    unready: unready.slice(0, maxNames),
    worklist: toCounted(worklist.meta),
    unclosed: toCounted(unclosed.meta),
    affected: { count: affected.data.affected, capped: false },
    expiring: toCounted(expiring.meta),
  }
}

async function countVehicles(
  ctx: UserContext,
  query: ListQuery,
  category: DueState,
): Promise<Counted> {
  const { count } = await ctx.tx
    .selectFrom('vehicle as t')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(crudCondition(vehicleList, ctx, { ...query, category }))
    .executeTakeFirstOrThrow()
  return { count, capped: false }
}

async function readVehicles(ctx: UserContext, query: ListQuery) {
  const [overdue, due] = await Promise.all([
    countVehicles(ctx, query, 'overdue'),
    countVehicles(ctx, query, 'due'),
  ])
  return { overdue, due }
}

const get = command(dashboard.get, async (ctx, input) => {
  const query: ListQuery = { ...input, ...firstRow }
  const today = ctx.clock.today()
  const spans = spansOf(today)
  const branchIds = ctx.scope.narrow(input.branch)
  const chart = { start: addDays(today, 1 - chartDays), end: today }
  const ifMay = async <T>(permission: Permission, read: () => Promise<T>): Promise<T | null> =>
    ctx.may(permission) ? read() : null
  const { tx } = ctx
  const [received, days, registered, outstanding, drawers, exams, vehicles, licences, waits] =
    await Promise.all([
      ifMay('payment.view', () => receivedBySpan.rows(tx, spans, branchIds)),
      ifMay('payment.view', () => receivedByDay.rows(tx, chart, branchIds)),
      ifMay('application.view', () => registeredBySpan.rows(tx, spans, branchIds)),
      ifMay('application.view', () => readOutstanding(ctx, query)),
      ifMay('closing.view', () => openDrawers.rows(tx, branchIds)),
      ifMay('exam.view', () => readExams(ctx, query)),
      ifMay('vehicle.view', () => readVehicles(ctx, query)),
      ifMay('user.view', () =>
        endingLicences.rows(tx, ctx, branchIds, addDays(today, licenceRemindDays), maxNames),
      ),
      countWaiting(ctx, query),
    ])
  const content: DashboardContent = {
    spans,
    branches: ctx.actor.branches
      .filter(({ branch_id }) => branchIds.includes(branch_id))
      .map(({ branch_id, name }) => ({ branch_id, name })),
    received,
    days,
    registered,
    outstanding,
    decisions: waits.data.waiting,
    drawers,
    exams,
    vehicles,
    licences,
  }
  return { data: content }
})

export const dashboardCommands: Command[] = [get]
