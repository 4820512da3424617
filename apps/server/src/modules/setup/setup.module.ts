/** The set-up list of a new school: finished steps are read from the data, skipped ones are stored. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { storedBranchSettings } from '@khapdee/contract/entities/branch'
import { setup } from '@khapdee/contract/entities/setup'
import { type SetupStep, setupSteps } from '@khapdee/domain/setup/steps'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/errors.ts'
import { missingHeadParts, toBranchHeader } from '../branch-header.ts'
import { sampleLink } from '../branch/sample-link.ts'
import { setupFacts } from './setup.queries.ts'

type State = OutputOf<typeof setup.get>['data']

const stepNames = Object.keys(setupSteps) as SetupStep[]

async function readState(ctx: UserContext): Promise<State> {
  const facts = await setupFacts.one(ctx.tx)
  const branches = facts.branches.map((row) => {
    const header = toBranchHeader(row)
    const lacking: SetupStep[] = [
      ...(missingHeadParts(header).length > 0 ? (['branch'] as const) : []),
      ...(row.promptpay_id === '' ? (['promptpay'] as const) : []),
      ...(header.settings.opening_hours === null ? (['hours'] as const) : []),
    ]
    return { branch_id: row.branch_id, lacking }
  })
  const lacks = (step: SetupStep) => branches.some(({ lacking }) => lacking.includes(step))
  const done: Record<SetupStep, boolean> = {
    school: facts.has_logo,
    branch: !lacks('branch'),
    promptpay: !lacks('promptpay'),
    hours: !lacks('hours'),
    courses: facts.has_courses,
    people: facts.has_people,
    documents: facts.has_documents,
    receipt: facts.has_sample || facts.has_receipts,
    registration: facts.has_applications,
  }
  const incomplete = branches.find(({ lacking }) => lacking.length > 0)
  return {
    dismissed: facts.dismissed,
    steps: stepNames.map((step) => ({
      step,
      done: done[step],
      skipped: facts.skipped.includes(step),
    })),
    branch_id: incomplete?.branch_id ?? ctx.actor.branch_id,
  }
}

const get = command(setup.get, async (ctx) => ({ data: await readState(ctx) }))

const update = command(setup.update, async (ctx, { dismissed, skipped }) => {
  const before = await ctx.tx
    .selectFrom('school')
    .select(['setup_dismissed as dismissed', 'setup_skipped as skipped'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const values = { dismissed, skipped: stepNames.filter((step) => skipped.includes(step)) }
  await ctx.tx
    .updateTable('school')
    .set({ setup_dismissed: values.dismissed, setup_skipped: values.skipped })
    .execute()
  ctx.audit({ entity: 'school', id: 1, ...changesOf(before, values) })
  return { message: answerMessages.changed, data: await readState(ctx) }
})

const receipt = command(setup.receipt, async (ctx, { branch_id }) => {
  if (!ctx.scope.branchIds.includes(branch_id)) throw notFound()
  const stored = await ctx.tx
    .selectFrom('branch')
    .select(['promptpay_id', 'logo_file_id', 'settings'])
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  await ctx.tx
    .updateTable('school')
    .set({ sample_printed_at: sql`now()` })
    .execute()
  ctx.audit({ entity: 'branch', id: branch_id })
  const { promptpay_id, logo_file_id } = stored
  const settings = storedBranchSettings(stored.settings)
  return { data: sampleLink(ctx, { branch_id, promptpay_id, logo_file_id, settings }) }
})

export const setupCommands: Command[] = [get, update, receipt]
