import { personName } from '@khapdee/domain/person-name'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices } from '../../test/services.ts'
import { fullUserName } from './user-name.ts'

let opened: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  opened = await openTestServices()
})
afterAll(() => opened.close())

it.each(['นาย', 'ดร.', 'Mr.', 'Miss', ''])(
  'returns the same name as the domain for the prefix "%s"',
  async (prefix) => {
    const person = { prefix, fname: 'สมชาย', sname: 'ใจดี' }
    const { rows } = await sql<{ name: string }>`
    select ${fullUserName('u')} as name from (select ${prefix}::text as prefix,
      ${person.fname}::text as fname, ${person.sname}::text as sname) as u`.execute(
      opened.services.db,
    )
    expect(rows).toEqual([{ name: personName(person) }])
  },
)
