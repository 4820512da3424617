/**
 * The five commands of a CRUD entity: create, update, delete (soft), gettable and get, with
 * branch scope, versions and audit. A record that needs another verb has a separate command for it.
 */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { titleOf, unwrapped } from '@khapdee/contract/field-meta'
import type { CrudApi } from '@khapdee/contract/crud'
import { type Filters, type ListQuery, type Option, allOption } from '@khapdee/contract/wire'
import { activeWords, answerMessages } from '@khapdee/domain/words'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { changesOf } from './audit.ts'
import type { Command } from './command.ts'
import type { UserContext } from './context.ts'
import { type CrudListSpec, crudOrder, crudCondition } from './crud-list.ts'
import {
  type Usage,
  conflict,
  duplicate,
  inUse,
  invalid,
  notFound,
  violatedConstraint,
} from './errors.ts'
import { metaOf, pageOf } from './list.ts'
import { usagesOf } from './usage.ts'

type Row = Record<string, unknown>

/** A field that is stored in another table. */
interface ExternalField {
  /** SQL of its value for the row `t`. */
  read: RawBuilder<unknown>
  write: (ctx: UserContext, id: number, value: unknown) => Promise<void>
}

interface CrudSpec extends CrudListSpec {
  api: CrudApi
  /**
   * Read-only columns in addition to those of the table, as `expression as name`, of the row `t`. A shared
   * entity always has `branch_name`.
   */
  computedColumns?: RawBuilder<unknown>
  /** Adds values to a row, e.g. signed links, that SQL cannot compute. */
  extendRow?: (ctx: UserContext, row: Row) => Row
  /** Fields stored in another table, by name. */
  externalFields?: Readonly<Record<string, ExternalField>>
  /** Options of the list's filters, except branch and a `status` of `is_activate`. */
  options?: (ctx: UserContext) => Promise<Filters>
  /** The field to report for each unique constraint. */
  unique?: Readonly<Record<string, string>>
  /** Fills in values that depend on others, before the check. */
  complete?: (values: Row) => Row
  /** Columns that are no fields, written with each creation (`before` is null) and change. */
  ownColumns?: (ctx: UserContext, values: Row, before: Row | null) => Row
  /** Checks that need the database; `before` is null when creating. */
  check?: (ctx: UserContext, values: Row, before: Row | null) => Promise<void>
  /** Refuses any change or deletion of a row that the caller may not change. */
  protect?: (ctx: UserContext, row: Row) => void
  /**
   * Usages of the record in addition to the references to its entity; the record may be deleted only if all
   * counts are 0.
   */
  usedBy?: (ctx: UserContext, id: number) => Promise<Usage[]>
  /** Whether a change affects rights of users, so that the access cache is cleared after the commit. */
  changesAccess?: boolean
}

/** Name of the row's branch; null if the row belongs to all branches. */
const branchName = sql`(select b.name from branch b where b.branch_id = t.branch_id) as branch_name`

export const activeChoices: Option[] = [
  { value: 'true', name: activeWords[0] },
  { value: 'false', name: activeWords[1] },
]

/** Options of the branch filter: the branches of the user. */
export const branchOptions = (ctx: UserContext): Option[] => [
  allOption,
  ...ctx.actor.branches.map(({ branch_id, name }) => ({ value: branch_id, name })),
]

export type Labels = Readonly<Record<string, { label: string }>>

/** Options of a form's dropdown from a table of labels, such as statuses. */
export const labelChoices = (table: Labels): { value: string; name: string }[] =>
  Object.entries(table).map(([value, { label }]) => ({ value, name: label }))

/** Options of a filter from a table of labels, with the option for all. */
export const labelOptions = (table: Labels): Option[] => [allOption, ...labelChoices(table)]

/** Whether a field is a list of objects, which is stored as JSON. */
function isJson(schema: z.ZodType): boolean {
  const inner = unwrapped(schema)
  return inner instanceof z.ZodArray && inner.element instanceof z.ZodObject
}

/** Builds the five commands of a record. */
export function crudCommands(spec: CrudSpec): Command[] {
  const { api } = spec
  const { table } = api.entity
  const idColumn = sql.ref(`t.${api.idName}`)
  const fields = Object.keys(api.fields.shape)
  const externalFields = Object.entries(spec.externalFields ?? {})
  const columns = fields.filter((name) => spec.externalFields?.[name] === undefined)
  const stored = sql.join([
    sql`t.*`,
    ...externalFields.map(([name, { read: value }]) => sql`${value} as ${sql.ref(name)}`),
  ])
  const selection = sql.join([
    stored,
    ...(api.entity.scope === 'shared' ? [branchName] : []),
    ...(spec.computedColumns === undefined ? [] : [spec.computedColumns]),
  ])
  const hasBranch = columns.includes('branch_id')
  const jsonColumns = new Set(columns.filter((name) => isJson(api.fields.shape[name] as z.ZodType)))
  const parameter = (name: string, values: Row) =>
    jsonColumns.has(name) ? sql`${JSON.stringify(values[name])}::jsonb` : values[name]
  const idOf = (row: Row) => row[api.idName] as number
  const { extendRow = (_ctx, row) => row, complete = (values) => values } = spec
  const valuesOf = (row: Row) => Object.fromEntries(fields.map((name) => [name, row[name]]))
  const writeExternalFields = async (ctx: UserContext, id: number, values: Row) => {
    for (const [name, { write }] of externalFields) await write(ctx, id, values[name])
  }

  /** Reads a row with its computed columns. @throws NOT_FOUND if it is not visible */
  async function read(
    ctx: UserContext,
    id: number,
    visible = ctx.scope.visible(table, 't'),
  ): Promise<Row> {
    const { rows } = await sql<Row>`
      select ${selection} from ${sql.table(table)} t
      where ${idColumn} = ${id} and ${visible}`.execute(ctx.tx)
    if (rows[0] === undefined) throw notFound()
    return extendRow(ctx, rows[0])
  }

  /** Locks the row for a change and refuses a stale version or a row the user may not write. */
  async function readForWrite(
    ctx: UserContext,
    input: Row,
    lock: RawBuilder<unknown>,
  ): Promise<Row> {
    const { rows } = await sql<Row>`
      select ${stored} from ${sql.table(table)} t
      where ${idColumn} = ${idOf(input)} and ${ctx.scope.visible(table, 't')} ${lock}`.execute(
      ctx.tx,
    )
    const row = rows[0]
    if (row === undefined) throw notFound()
    if (hasBranch) ctx.scope.assertWritable(row['branch_id'] as number | null)
    if (row['version'] !== input['version']) throw conflict()
    spec.protect?.(ctx, row)
    return row
  }

  const writtenColumns = (
    ctx: UserContext,
    values: Row,
    before: Row | null,
  ): [string, unknown][] => [
    ...columns.map((name): [string, unknown] => [name, parameter(name, values)]),
    ...Object.entries(spec.ownColumns?.(ctx, values, before) ?? {}),
  ]

  async function mapUniqueViolation<T>(write: Promise<T>): Promise<T> {
    try {
      return await write
    } catch (error) {
      const field = spec.unique?.[violatedConstraint(error) ?? '']
      throw field === undefined ? error : duplicate(field, titleOf(api.fields.shape, field))
    }
  }

  /** @throws VALIDATION for values that break the rules between several fields */
  function assertRules(values: Row): void {
    const problems = api.problems?.(values as never) ?? []
    if (problems.length > 0) throw invalid(problems)
  }

  async function create(ctx: UserContext, input: Row) {
    const values = complete(valuesOf(input))
    if (hasBranch) ctx.scope.assertWritable(values['branch_id'] as number | null)
    assertRules(values)
    await spec.check?.(ctx, values, null)
    const written = writtenColumns(ctx, values, null)
    const { rows } = await mapUniqueViolation(
      sql<Row>`
        insert into ${sql.table(table)} (${sql.join(written.map(([name]) => sql.ref(name)))})
        values (${sql.join(written.map(([, value]) => value))}) returning ${sql.ref(api.idName)}`.execute(
        ctx.tx,
      ),
    )
    const id = idOf(rows[0] ?? {})
    await writeExternalFields(ctx, id, values)
    ctx.audit({ entity: table, id, after: values })
    // A new branch is not yet in the scope of this call.
    return read(ctx, id, sql`true`)
  }

  async function update(ctx: UserContext, input: Row) {
    const id = idOf(input)
    const before = await readForWrite(ctx, input, sql`for no key update`)
    const values = complete(valuesOf(input))
    if (hasBranch) ctx.scope.assertWritable(values['branch_id'] as number | null)
    assertRules(values)
    await spec.check?.(ctx, values, before)
    const assignments = writtenColumns(ctx, values, before).map(
      ([name, value]) => sql`${sql.ref(name)} = ${value}`,
    )
    await mapUniqueViolation(
      sql`update ${sql.table(table)} t
        set ${sql.join(assignments)}, version = version + 1, "updatedAt" = now()
        where ${idColumn} = ${id}`.execute(ctx.tx),
    )
    await writeExternalFields(ctx, id, values)
    ctx.audit({ entity: table, id, ...changesOf(before, values) })
    return read(ctx, id)
  }

  async function remove(ctx: UserContext, input: Row) {
    const id = idOf(input)
    // `for update` waits for transactions that insert references, so that their rows are counted.
    const before = await readForWrite(ctx, input, sql`for update`)
    const otherUsages = (await spec.usedBy?.(ctx, id)) ?? []
    const usages = [...otherUsages, ...(await usagesOf(ctx, table, id))].filter(
      ({ count }) => count > 0,
    )
    if (usages.length > 0) throw inUse(usages)
    await sql`update ${sql.table(table)} t
      set is_delete = true, version = version + 1, "updatedAt" = now()
      where ${idColumn} = ${id}`.execute(ctx.tx)
    ctx.audit({ entity: table, id, before: valuesOf(before) })
    return { [api.idName]: id }
  }

  async function list(ctx: UserContext, query: ListQuery) {
    const where = crudCondition(spec, ctx, query)
    const { rows } = await sql<Row>`
      select ${selection} from ${sql.table(table)} t where ${where}
      order by ${crudOrder(spec, query)} ${pageOf(query)}`.execute(ctx.tx)
    const count = await sql<{ total: number }>`
      select count(*)::int as total from ${sql.table(table)} t where ${where}`.execute(ctx.tx)
    const options = (await spec.options?.(ctx)) ?? {}
    return {
      data: rows.map((row) => extendRow(ctx, row)),
      meta: metaOf(query, count.rows[0]?.total ?? 0),
      filter: {
        branch: branchOptions(ctx),
        ...('is_activate' in api.fields.shape && { status: [allOption, ...activeChoices] }),
        ...options,
      },
    }
  }

  // The fields have no static types here, because one implementation serves every entity; the contract's
  // schemas check the input and select the output.
  const bind = (
    endpoint: Endpoint,
    run: (ctx: UserContext, input: Row) => Promise<object>,
  ): Command => ({
    endpoint,
    options: { changesAccess: spec.changesAccess === true },
    run: (ctx, input) => run(ctx as UserContext, input as Row),
  })

  return [
    bind(api.create, async (ctx, input) => ({
      message: answerMessages.added,
      data: await create(ctx, input),
    })),
    bind(api.update, async (ctx, input) => ({
      message: answerMessages.changed,
      data: await update(ctx, input),
    })),
    bind(api.delete, async (ctx, input) => ({
      message: answerMessages.deleted,
      data: await remove(ctx, input),
    })),
    bind(api.gettable, (ctx, input) => list(ctx, input as unknown as ListQuery)),
    bind(api.get, async (ctx, input) => ({ data: await read(ctx, idOf(input)) })),
  ]
}
