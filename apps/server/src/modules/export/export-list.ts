/** Definition of an exported list: its rows, its columns and its Thai texts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { type Fields, fieldMeta, titleOf } from '@khapdee/contract/field-meta'
import { type exportQuery, type fileLink, isSet, type ListQuery } from '@khapdee/contract/wire'
import { maskIdCard } from '@khapdee/domain/id-card'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import type { Permission } from '@khapdee/domain/permissions'
import type { Day } from '@khapdee/domain/thai-date'
import { headings } from '@khapdee/domain/words'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import { type Cell, type Table, isMoney } from '../../adapters/xlsx/workbook.ts'
import type { UserContext } from '../../kernel/context.ts'
import { invalid } from '../../kernel/errors.ts'
import type { Labels } from '../../kernel/crud.ts'
import { findsTooMany, joinedIds, maxExportedBySearch } from './export.queries.ts'
import { type FilterWords, describeQuery, exportNote } from './describe-query.ts'

export type ExportEndpoint = Endpoint<typeof exportQuery, z.ZodObject<{ data: typeof fileLink }>>

/**
 * A column of the file. The last row has the sums of columns with amounts, without rows for which
 * `includedInSum` returns false.
 */
export interface Column<Row> {
  title: string
  /** In characters. */
  width: number
  cell: (row: Row) => Cell
  includedInSum?: (row: Row) => boolean
}

interface Spec<Row> {
  endpoint: ExportEndpoint
  title: string | ((query: ListQuery) => string)
  /** File name without date and extension, in Latin letters. */
  name: string
  /** Labels of the status filter. */
  statuses: Labels
  /** Labels of the type filter; by default the application kinds. */
  types?: Labels
  /** The meaning of the parameter `category` in this list; see {@link describeQuery}. */
  category?: FilterWords | readonly FilterWords[]
  /** The meaning of the parameter `user` in this list; see {@link describeQuery}. */
  user?: FilterWords
  /** The lines above the table, instead of the description of the filters. */
  describe?: (ctx: UserContext, query: ListQuery) => Promise<string[]>
  /** Throws when the caller may not export this list; also called before the link is made. */
  check?: (ctx: UserContext, query: ListQuery) => Promise<unknown>
  /**
   * A statement that finds the rows of a query that a text matches, in any order; if given, the
   * number of exported rows is limited.
   */
  found?: (ctx: UserContext, query: ListQuery, text: string) => RawBuilder<unknown>
  /** Omits the last row; for a list without amounts. */
  withoutSums?: true
  /** The columns, or a function that returns those of the query that the caller may see. */
  columns: readonly Column<Row>[] | ((ctx: UserContext, query: ListQuery) => readonly Column<Row>[])
  /**
   * With this permission the file has unmasked ID numbers, and the export is audited as a reveal.
   */
  revealPermission?: Permission
  /** The ids of the whole list in its order, as rows of one column `id`. */
  ids: (ctx: UserContext, query: ListQuery) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** Rows of these ids, in any order. */
  rows: (ctx: UserContext, ids: readonly number[]) => Promise<readonly (Row & { id: number })[]>
}

export interface ExportedList {
  endpoint: ExportEndpoint
  name: string
  revealPermission?: Permission | undefined
  check?: Spec<never>['check'] | undefined
  /** Reads the ids of the list, and returns a table that reads its rows when they are written. */
  open(ctx: UserContext, query: ListQuery): Promise<Table>
}

/** Formats a value by the metadata of its schema; an empty cell for null. */
function formatCell(schema: z.ZodType, value: unknown): Cell {
  const { as, flag, words } = fieldMeta(schema)
  if (value === null || value === undefined) return ''
  if (flag !== undefined) return value === true ? flag[0] : flag[1]
  if (as === 'money') return { satang: satang(Number(value)) }
  if (typeof value === 'number') return value
  const text = String(value)
  if (as === 'day') return { day: text as Day }
  if (as === 'phone') return formatPhone(text)
  if (as === 'idcard') return maskIdCard(text)
  const word = words !== undefined && Object.hasOwn(words, text) ? words[text] : text
  return typeof word === 'object' ? word.label : (word ?? '')
}

/**
 * Returns a function that builds a column of one field, by default with the field's title and format.
 * @param fields schemas of the fields of a row
 */
export const columnBuilder =
  <Row>(fields: Fields) =>
  (
    name: keyof Row & string,
    width: number,
    { title = titleOf(fields, name), cell, includedInSum }: Partial<Column<Row>> = {},
  ): Column<Row> => {
    const schema = fields[name] as z.ZodType
    return {
      title,
      width,
      cell: cell ?? ((row) => formatCell(schema, row[name])),
      ...(includedInSum && { includedInSum }),
    }
  }

/**
 * Rows per block. Writing a small block delays other requests by a few milliseconds only.
 */
const blockSize = 250

/** Refuses a text with more matches than may be exported, because reading them would keep the server busy. @throws VALIDATION */
async function assertFew(ctx: UserContext, found: RawBuilder<unknown>): Promise<void> {
  const { too_many } = await findsTooMany.one(ctx.tx, found)
  if (!too_many) return
  const count = maxExportedBySearch.toLocaleString('en')
  const message = `คำค้นหานี้พบมากกว่า ${count} รายการ ส่งออกไม่ได้ กรุณาค้นหาให้เจาะจงขึ้นหรือเลือกตัวกรองเพิ่ม`
  throw invalid([{ path: 'text', message }])
}

/**
 * Builds an exported list. All ids are read at once, which takes a few bytes per row and fixes the set of
 * rows. The rows are read in blocks, so that a slow client occupies neither memory nor a connection.
 */
export function exportedList<Row>(spec: Spec<Row>): ExportedList {
  const { endpoint, name, revealPermission } = spec
  const check = async (ctx: UserContext, query: ListQuery) => {
    await spec.check?.(ctx, query)
    if (isSet(query.text) && spec.found !== undefined) {
      await assertFew(ctx, spec.found(ctx, query, query.text))
    }
  }
  return {
    endpoint,
    name,
    revealPermission,
    check,
    async open(ctx, query) {
      await check(ctx, query)
      const columns = typeof spec.columns === 'function' ? spec.columns(ctx, query) : spec.columns
      const ids = await readIds(ctx, await spec.ids(ctx, query))
      const sums = new Map<Column<Row>, Satang>()
      return {
        title: typeof spec.title === 'string' ? spec.title : spec.title(query),
        notes:
          spec.describe === undefined
            ? await describeQuery(ctx, query, spec)
            : [...(await spec.describe(ctx, query)), exportNote(ctx)],
        columns,
        rows: blocks(ids, async (block) => {
          const found = new Map((await spec.rows(ctx, block)).map((row) => [row.id, row]))
          return block.flatMap((id) => {
            const row = found.get(id)
            return row === undefined ? [] : [cellsOf(columns, row, sums)]
          })
        }),
        sums: () =>
          spec.withoutSums === true
            ? []
            : columns.map((column, i): Cell => {
                const sum = sums.get(column)
                return sum === undefined ? (i === 0 ? headings.total : '') : { satang: sum }
              }),
      }
    },
  }
}

function cellsOf<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  sums: Map<Column<Row>, Satang>,
): Cell[] {
  return columns.map((column) => {
    const cell = column.cell(row)
    if (isMoney(cell) && column.includedInSum?.(row) !== false) {
      sums.set(column, satang((sums.get(column) ?? zeroSatang) + cell.satang))
    }
    return cell
  })
}

async function readIds(ctx: UserContext, query: RawBuilder<unknown>): Promise<Int32Array> {
  const { ids } = await joinedIds.one(ctx.tx, query)
  return ids ? Int32Array.from(ids.split(','), Number) : new Int32Array()
}

async function* blocks<Block>(
  ids: Int32Array,
  read: (block: number[]) => Promise<Block>,
): AsyncGenerator<Block> {
  for (let start = 0; start < ids.length; start += blockSize) {
    yield await read([...ids.subarray(start, start + blockSize)])
  }
}
