/** Required documents of applications. Source: product specification, sections 4b and 4c.21. */
import { requiredDocument } from '@khapdee/contract/entities/required-document'
import { titleOf } from '@khapdee/contract/field-meta'
import { messages } from '@khapdee/contract/messages'
import { documentDayRange } from '@khapdee/domain/application/required-document'
import { type ApplicationStatus, isOpen, statusSentence } from '@khapdee/domain/application/status'
import { type Day, formatDay, formatInstant, todayInBangkok } from '@khapdee/domain/thai-date'
import { actionWords } from '@khapdee/domain/words'
import { type RawBuilder, sql } from 'kysely'
import { userName } from '../../db/user-name.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid, notFound, stateError } from '../../kernel/errors.ts'
import { attachImage } from '../file/attach-file.ts'
import { type OpenApplication } from './open-application.ts'
import type { OpenLine } from './open-application.queries.ts'
import type { Registered } from '../required-documents.ts'

/** The properties of a registration that, with its lines, determine the required documents. */
export const registrationOf = ({
  branch_id,
  customer,
  createdAt,
}: Pick<OpenApplication, 'branch_id' | 'customer' | 'createdAt'>): Omit<Registered, 'lines'> => ({
  branchId: branch_id,
  customer,
  today: todayInBangkok(new Date(createdAt)),
})

/** The item of a stored line. */
export const itemOf = ({ kind, course_id, other_fee_id, request_fee_id }: OpenLine) => ({
  kind,
  item_id: course_id ?? other_fee_id ?? request_fee_id ?? 0,
})

/**
 * The statement that marks all documents as not received. After a change of the customer, the
 * received documents are another person's.
 */
export const untickDocuments = (application_id: number): RawBuilder<unknown> => sql`
  update application_document
  set document_day = null, file_id = null, ticked_by = null, ticked_at = null
  where application_id = ${application_id} and ticked_at is not null`

/**
 * Locks the application of a required document, and reads the document.
 * @throws NOT_FOUND; STATE when the application has ended
 */
async function lockDocument(ctx: UserContext, id: number) {
  const found = await ctx.tx
    .selectFrom('application_document')
    .select('application_id')
    .where('application_document_id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  const app = await ctx.tx
    .selectFrom('application as a')
    .select(['a.application_id', 'a.status', 'a.customer_id'])
    .where('a.application_id', '=', found.application_id)
    .where(ctx.scope.visible('application', 'a'))
    .forNoKeyUpdate()
    .$narrowType<{ status: ApplicationStatus }>()
    .executeTakeFirst()
  if (app === undefined) throw notFound()
  if (!isOpen(app.status)) throw stateError(statusSentence(app.status))
  const document = await ctx.tx
    .selectFrom('application_document')
    .select([
      'application_document_id',
      'name',
      'valid_days',
      'document_day',
      'file_id',
      'ticked_at',
      'ticked_by',
    ])
    .where('application_document_id', '=', id)
    .$narrowType<{ document_day: Day | null }>()
    .executeTakeFirstOrThrow()
  return { app, document }
}

/**
 * Refuses to change the receipt of a document that another user recorded, changed or undid since
 * the caller saw it.
 * @param seen the time of the receipt that the caller saw; null if the document had not been
 * received
 * @throws STATE with who received it and when
 */
async function assertSeenReceipt(
  ctx: UserContext,
  { name, ticked_at, ticked_by }: Awaited<ReturnType<typeof lockDocument>>['document'],
  seen: string | null,
): Promise<void> {
  const timeOf = (at: string | null) => (at === null ? null : Date.parse(at))
  if (timeOf(ticked_at) === timeOf(seen)) return
  if (ticked_at === null) throw stateError('เอกสารนี้ยังไม่ได้รับ')
  const { receiver } = await ctx.tx
    .selectFrom('app_user as u')
    .select(userName('u').as('receiver'))
    .where('u.user_id', '=', ticked_by)
    .executeTakeFirstOrThrow()
  throw stateError(`${receiver} ${actionWords.receive}${name}แล้วเมื่อ ${formatInstant(ticked_at)}`)
}

interface Tick {
  document_day: Day | null
  file_id: number | null
  /** Null if the document has not been received. */
  ticked_by: number | null
  ticked_at: string | null
}

/** Stores the tick of a document and audits it. */
async function storeTick(
  ctx: UserContext,
  { app, document }: Awaited<ReturnType<typeof lockDocument>>,
  tick: Tick,
) {
  const { application_document_id, name } = document
  await ctx.tx
    .updateTable('application_document')
    .set(tick)
    .where('application_document_id', '=', application_document_id)
    .execute()
  const described = ({ ticked_at, document_day, file_id }: Omit<Tick, 'ticked_by'>) => ({
    document: ticked_at === null ? null : name,
    document_day,
    document_file_id: file_id,
  })
  ctx.audit({
    entity: 'application',
    id: app.application_id,
    before: described(document),
    after: described(tick),
  })
  return { data: { application_document_id } }
}

const tickNow = (ctx: UserContext) => ({
  ticked_by: ctx.actor.user_id,
  ticked_at: ctx.clock.now().toISOString(),
})

/** @throws VALIDATION when the document has expired, is from the future, or has no day but needs one */
function assertDocumentDay(ctx: UserContext, documentDay: Day | null, validDays: number): void {
  const path = 'document_day'
  if (documentDay === null) {
    if (validDays === 0) return
    const title = titleOf(requiredDocument.tick.input.shape, path)
    throw invalid([{ path, message: messages.required(title) }])
  }
  const [first, last] = documentDayRange(ctx.clock.today(), validDays)
  if (documentDay > last) {
    throw invalid([{ path, message: 'วันที่ของเอกสารต้องไม่เกินวันนี้' }])
  }
  if (first !== null && documentDay < first) {
    const message = `เอกสารนี้มีอายุ ${validDays} วัน วันที่ของเอกสารต้องไม่ก่อน ${formatDay(first)}`
    throw invalid([{ path, message }])
  }
}

const tick = command(
  requiredDocument.tick,
  async (ctx, { application_document_id, document_day, file_id, ticked_at }) => {
    const locked = await lockDocument(ctx, application_document_id)
    await assertSeenReceipt(ctx, locked.document, ticked_at)
    assertDocumentDay(ctx, document_day, locked.document.valid_days)
    await attachImage(ctx, 'file_id', file_id, locked.document.file_id)
    const stored = await storeTick(ctx, locked, { document_day, file_id, ...tickNow(ctx) })
    return { message: `${actionWords.receive}${locked.document.name}แล้ว`, ...stored }
  },
)

const copy = command(requiredDocument.copy, async (ctx, { application_document_id, ticked_at }) => {
  const locked = await lockDocument(ctx, application_document_id)
  await assertSeenReceipt(ctx, locked.document, ticked_at)
  const { app, document } = locked
  const today = ctx.clock.today()
  const [first] = documentDayRange(today, document.valid_days)
  const earlier = await ctx.tx
    .selectFrom('application_document as d')
    .innerJoin('application as a', 'a.application_id', 'd.application_id')
    .select(['d.document_day', 'd.file_id'])
    .where('a.customer_id', '=', app.customer_id)
    .where(ctx.scope.visible('application', 'a'))
    .where('d.application_document_id', '<>', application_document_id)
    .where('d.name', '=', document.name)
    .where('d.ticked_at', 'is not', null)
    .where((eb) => eb.or([eb('d.valid_until', 'is', null), eb('d.valid_until', '>=', today)]))
    .$if(first !== null, (query) => query.where('d.document_day', '>=', first))
    .orderBy(sql`coalesce(d.valid_until, 'infinity')`, 'desc')
    .orderBy('d.ticked_at', 'desc')
    .limit(1)
    .$narrowType<{ document_day: Day | null }>()
    .executeTakeFirst()
  if (earlier === undefined) throw stateError('ไม่มีเอกสารเดิมที่ยังไม่หมดอายุ')
  const stored = await storeTick(ctx, locked, { ...earlier, ...tickNow(ctx) })
  return { message: `ใช้${document.name}เดิมแล้ว`, ...stored }
})

const untick = command(
  requiredDocument.untick,
  async (ctx, { application_document_id, ticked_at }) => {
    const locked = await lockDocument(ctx, application_document_id)
    const { document } = locked
    if (document.ticked_at === null) throw stateError('เอกสารนี้ยังไม่ได้รับ')
    await assertSeenReceipt(ctx, document, ticked_at ?? document.ticked_at)
    const none = { document_day: null, file_id: null, ticked_by: null, ticked_at: null }
    return { message: `ยกเลิกการรับ${document.name}แล้ว`, ...(await storeTick(ctx, locked, none)) }
  },
)

export const requiredDocumentCommands: Command[] = [tick, copy, untick]
