/** Replays the recorded SQL of a call without the product. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'

export interface Statement {
  text: string
  values: unknown[]
}

/** The statements of one call, and the values that differ in each replay. */
export interface Recording {
  statements: Statement[]
  /** The recorded values that each replay replaces with new ones; absent for a reading call. */
  toReplace?: {
    /** The idempotency key. */
    key: string
    idcard: string
    customerId: number
    /** Document numbers by type. */
    codes: Record<string, string>
    /**
     * The reserved ids with their column; within a table in the order in which they were reserved.
     */
    ids: readonly { table: string; column: string; id: number }[]
  }
}

/** The pool of the tasks `bare` and `floor`, of the same size as that of the product. */
export const createPool = (url: string) =>
  new pg.Pool({ connectionString: url, max: 10, application_name: 'khapdee-bench' })

let serial = Math.floor(Math.random() * 1e6)

/** A new ID number; its check digit may be wrong, because only the product checks it. */
const freshIdCard = () =>
  `9${String(Date.now()).slice(-6)}${String(++serial).padStart(6, '0').slice(-6)}`

interface Substitutes {
  strings: Map<string, string>
  numbers: Map<number, number>
  /** Replacement texts for JSON members, such as `"line_id":5`. */
  members: Map<string, string>
}

/**
 * Replaces strings anywhere in a text, ids in JSON members, and numbers that are the whole value.
 */
function substitute(value: unknown, replaced: Substitutes): unknown {
  if (Array.isArray(value)) return value.map((item) => substitute(item, replaced))
  if (typeof value === 'number') return replaced.numbers.get(value) ?? value
  if (typeof value !== 'string') return value
  let text = value.replace(/"\w+_id":\d+/g, (member) => replaced.members.get(member) ?? member)
  for (const [old, now] of replaced.strings) text = text.replaceAll(old, now)
  return text
}

/** Runs the statements of a reading call. */
async function replayRead(pool: pg.Pool, { statements }: Recording): Promise<unknown[]> {
  const results: unknown[] = []
  for (const [index, { text, values }] of statements.entries()) {
    const { rows } = await pool.query({ name: `read ${index} ${text.length}`, text, values })
    results.push(rows)
  }
  return results
}

/** Runs the statements of a writing call in one transaction, with the values of `toReplace` replaced by new ones. */
async function replayWrite(
  pool: pg.Pool,
  { statements, toReplace }: Recording,
): Promise<unknown[]> {
  if (toReplace === undefined) throw new Error('a writing call needs values to replace')
  const strings = new Map([
    [toReplace.key, randomUUID()],
    [toReplace.idcard, freshIdCard()],
  ])
  const numbers = new Map<number, number>()
  const members = new Map<string, string>()
  const client = await pool.connect()
  try {
    const results: unknown[] = []
    await client.query('begin')
    for (const [index, { text, values }] of statements.entries()) {
      const { rows } = await client.query({
        name: `write ${index}`,
        text,
        values: values.map((value) => substitute(value, { strings, numbers, members })),
      })
      // The statement that inserts the customer also reserves all ids and document numbers (`last`, by type).
      if (/insert into customer/.test(text)) {
        const { customer_id, last, ids } = rows[0]
        numbers.set(toReplace.customerId, customer_id)
        for (const [type, old] of Object.entries(toReplace.codes)) {
          strings.set(old, old.replace(/\d+$/, String(last[type]).padStart(4, '0')))
        }
        for (const { table, column, id: old } of toReplace.ids) {
          const id = ids[table].shift()
          numbers.set(old, id)
          members.set(`"${column}":${old}`, `"${column}":${id}`)
        }
      }
      results.push(rows)
    }
    await client.query('commit')
    return results
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Runs the statements of a call; returns the rows of each statement. */
export const replay = (pool: pg.Pool, recording: Recording): Promise<unknown[]> =>
  recording.toReplace === undefined ? replayRead(pool, recording) : replayWrite(pool, recording)
