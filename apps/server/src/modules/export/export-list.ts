/** A list as a file: which rows, which columns, and what the filter says in Thai. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { type Fields, fieldMeta, titleOf } from '@khapdee/contract/field-meta'
import type { exportQuery, fileLink, ListQuery } from '@khapdee/contract/wire'
import { maskIdCard } from '@khapdee/domain/id-card'
import { type Satang, satang, zeroSatang } from '@khapdee/domain/money'
import { formatPhone } from '@khapdee/domain/phone'
import type { Permission } from '@khapdee/domain/permissions'
import { type Day, formatDay } from '@khapdee/domain/thai-date'
import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Cell, Table } from '../../adapters/xlsx/workbook.ts'
import type { UserContext } from '../../kernel/context.ts'
import type { Labels } from '../../kernel/crud.ts'
import { joinedIds } from './export.queries.ts'
import { type FilterWords, describeQuery } from './describe-query.ts'

export type ExportEndpoint = Endpoint<typeof exportQuery, z.ZodObject<{ data: typeof fileLink }>>

/** Amounts are added up in the last row, but for those of rows that do not count. */
export interface Column<Row> {
  title: string
  /** In characters. */
  width: number
  cell: (row: Row) => Cell
  counts?: (row: Row) => boolean
}

interface Spec<Row> {
  endpoint: ExportEndpoint
  title: string | ((query: ListQuery) => string)
  /** Of the file, in Latin letters. */
  name: string
  /** What its statuses are called. */
  statuses: Labels
  /** What its types are called; the kinds of application when left out. */
  types?: Labels
  /** What its category filter is about; the way of paying when left out. */
  category?: FilterWords
  /** All of them, or those that the reader may see. */
  columns: readonly Column<Row>[] | ((ctx: UserContext) => readonly Column<Row>[])
  /** Who holds this finds whole ID numbers in the file, and the trail says so. */
  reveals?: Permission
  /** The ids of the whole list in its order, as rows of one column `id`. */
  ids: (ctx: UserContext, query: ListQuery) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** Rows of these ids, in any order. */
  rows: (ctx: UserContext, ids: readonly number[]) => Promise<readonly (Row & { id: number })[]>
}

export interface ExportedList {
  endpoint: ExportEndpoint
  name: string
  reveals?: Permission | undefined
  open(ctx: UserContext, query: ListQuery): Promise<Table>
}

/** A value as its schema says that it is shown; empty where there is none. */
function shownCell(schema: z.ZodType, value: unknown): Cell {
  const { as, flag, words } = fieldMeta(schema)
  if (as === 'money') return { satang: satang(Number(value ?? 0)) }
  if (flag !== undefined) return value === true ? flag[0] : flag[1]
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  const text = String(value)
  if (as === 'day') return formatDay(text as Day)
  if (as === 'phone') return formatPhone(text)
  if (as === 'idcard') return maskIdCard(text)
  const word = words !== undefined && Object.hasOwn(words, text) ? words[text] : text
  return typeof word === 'object' ? word.label : (word ?? '')
}

/**
 * Makes columns whose title and cells are those of the contract's fields.
 * @param fields of the rows
 */
export const columnsOf =
  <Row>(fields: Fields) =>
  (
    name: keyof Row & string,
    width: number,
    { title = titleOf(fields, name), cell, counts }: Partial<Column<Row>> = {},
  ): Column<Row> => {
    const schema = fields[name] as z.ZodType
    return {
      title,
      width,
      cell: cell ?? ((row) => shownCell(schema, row[name])),
      ...(counts && { counts }),
    }
  }

/** So few that other requests wait but a few milliseconds while a block is written. */
const blockSize = 250

/**
 * The ids are read at once, which costs a few bytes a row and fixes which rows there are; the rows
 * follow block by block, so that a slow reader holds neither memory nor a connection.
 */
export function exportedList<Row>(spec: Spec<Row>): ExportedList {
  const { endpoint, name, reveals } = spec
  return {
    endpoint,
    name,
    reveals,
    async open(ctx, query) {
      const columns = typeof spec.columns === 'function' ? spec.columns(ctx) : spec.columns
      const ids = await readIds(ctx, await spec.ids(ctx, query))
      const sums = new Map<Column<Row>, Satang>()
      return {
        title: typeof spec.title === 'string' ? spec.title : spec.title(query),
        notes: await describeQuery(ctx, query, spec),
        columns,
        rows: blocks(ids, async (block) => {
          const found = new Map((await spec.rows(ctx, block)).map((row) => [row.id, row]))
          return block.flatMap((id) => {
            const row = found.get(id)
            return row === undefined ? [] : [cellsOf(columns, row, sums)]
          })
        }),
        sums: () =>
          columns.map((column, i): Cell => {
            const sum = sums.get(column)
            return sum === undefined ? (i === 0 ? 'รวม' : '') : { satang: sum }
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
    if (typeof cell === 'object' && column.counts?.(row) !== false) {
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
