/**
 * Creates, changes and deletes the records from which a person's pay is computed: standing items, rates for
 * work and sums of earlier years. Every call locks the person first, so that the changes of one person's pay
 * run one after another. Source: product specification, sections 10 and 10b.
 */
import type { Endpoint, InputOf } from '@khapdee/contract/endpoint'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict, notFound } from '../../kernel/errors.ts'
import { lockPay, mayChangePay } from '../employee/visible-pay.ts'

type Values = Record<string, unknown>

interface PayRow {
  user_id: number
  version: number
}

/** What a record must not contradict. */
interface Surroundings<Row> {
  /** The branch of the person. */
  branch_id: number
  /** The other records of the person. */
  others: Row[]
  /** The record before the change; null for a new one. */
  before: Row | null
}

interface PayRecordSpec<Row extends PayRow, Create extends Endpoint> {
  table: 'payroll_opening' | 'payroll_standing' | 'payroll_work_rate'
  api: { create: Create; update: Endpoint; delete: Endpoint }
  /** Reads the records of a person, in the order of their list, or the one with this id. */
  read(ctx: UserContext, by: 'person' | 'id', value: number): Promise<Row[]>
  /** Refuses values that the surroundings do not allow. */
  check(
    ctx: UserContext,
    values: Omit<InputOf<Create>, 'user_id'>,
    surroundings: Surroundings<Row>,
  ): void | Promise<void>
  /** Columns of a new record that the caller does not give. */
  ownColumns?(ctx: UserContext): Values
}

export function payRecordCommands<Row extends PayRow, Create extends Endpoint>({
  table,
  api,
  read,
  check,
  ownColumns,
}: PayRecordSpec<Row, Create>): { create: Command; update: Command; remove: Command } {
  const idName = `${table}_id`
  const columns = Object.keys(api.create.input.shape)

  async function readOne(ctx: UserContext, id: number): Promise<Row> {
    const [row] = await read(ctx, 'id', id)
    if (row === undefined) throw notFound()
    return row
  }

  /** @throws what `check` throws */
  async function checkAmongOthers(
    ctx: UserContext,
    values: Values,
    { user_id, branch_id }: { user_id: number; branch_id: number },
    before: Row | null,
  ): Promise<void> {
    const idOf = (row: Row | null) => row?.[idName as keyof Row]
    const all = await read(ctx, 'person', user_id)
    const others = all.filter((other) => idOf(other) !== idOf(before))
    // The contract's schema has checked the values.
    await check(ctx, values as Omit<InputOf<Create>, 'user_id'>, { branch_id, others, before })
  }

  /**
   * Locks the person of a record and reads the record.
   * @throws NOT_FOUND where the caller does not see the pay; OWN_PAY; CONFLICT for a stale version
   */
  async function lockRecord(ctx: UserContext, id: number, version: unknown) {
    const { user_id } = await readOne(ctx, id)
    const { branch_id } = await lockPay(ctx, user_id)
    // Another call may have changed or deleted it before the lock.
    const row = await readOne(ctx, id)
    if (row.version !== version) throw conflict()
    const stored = Object.fromEntries(columns.map((name) => [name, row[name as keyof Row]]))
    return { row, stored, branch_id }
  }

  async function create(ctx: UserContext, { user_id, ...values }: Values & { user_id: number }) {
    const { branch_id } = await lockPay(ctx, user_id)
    await checkAmongOthers(ctx, values, { user_id, branch_id }, null)
    const at = ctx.clock.now().toISOString()
    const written = { user_id, ...values, ...ownColumns?.(ctx), createdAt: at, updatedAt: at }
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(table)} (${sql.join(Object.keys(written).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(written))}) returning ${sql.ref(idName)} as id`.execute(
      ctx.tx,
    )
    const id = rows[0]?.id ?? 0
    ctx.audit({ entity: table, id, after: { user_id, ...values }, branch: branch_id })
    return readOne(ctx, id)
  }

  async function update(ctx: UserContext, { [idName]: key, version, ...given }: Values) {
    const id = Number(key)
    const { row, stored, branch_id } = await lockRecord(ctx, id, version)
    await checkAmongOthers(ctx, { ...stored, ...given }, { ...row, branch_id }, row)
    const assignments = Object.entries(given).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    )
    await sql`update ${sql.table(table)}
      set ${sql.join(assignments)}, version = version + 1, "updatedAt" = ${ctx.clock.now().toISOString()}
      where ${sql.ref(idName)} = ${id}`.execute(ctx.tx)
    // What cannot be changed says whose record it is.
    const fixed = Object.fromEntries(
      columns.filter((name) => !(name in given)).map((name) => [name, stored[name]]),
    )
    const { before, after } = changesOf(stored, given)
    ctx.audit({
      entity: table,
      id,
      before: { ...fixed, ...before },
      after: { ...fixed, ...after },
      branch: branch_id,
    })
    return readOne(ctx, id)
  }

  async function remove(ctx: UserContext, { [idName]: key, version }: Values) {
    const id = Number(key)
    const { stored, branch_id } = await lockRecord(ctx, id, version)
    await sql`delete from ${sql.table(table)} where ${sql.ref(idName)} = ${id}`.execute(ctx.tx)
    ctx.audit({ entity: table, id, before: stored, branch: branch_id })
    return { [idName]: id }
  }

  // The fields have no static types here, because one implementation serves three tables; the contract's
  // schemas check the input and select the output.
  const bind = (
    endpoint: Endpoint,
    message: string,
    run: (ctx: UserContext, input: never) => Promise<object>,
  ): Command =>
    command(endpoint, async (ctx, input) => ({
      message,
      data: await run(ctx as UserContext, input as never),
    }))

  return {
    create: bind(api.create, answerMessages.added, create),
    update: bind(api.update, answerMessages.changed, update),
    remove: bind(api.delete, answerMessages.deleted, remove),
  }
}

/** Whether the caller may change the records of a person whose pay they see. */
export const mayChangeRecords = (ctx: UserContext, userId: number): boolean =>
  ctx.may('payroll.update') && mayChangePay(ctx, userId)
