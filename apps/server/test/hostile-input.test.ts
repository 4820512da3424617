/** Texts that are not valid Unicode, and filter values that are names of `Object.prototype` members. */
import { api } from '@khapdee/contract/api'
import { application } from '@khapdee/contract/entities/application'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { pathFields } from '@khapdee/contract/endpoint'
import { listQuery } from '@khapdee/contract/wire'
import { satang } from '@khapdee/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportedLists } from '../src/modules/export/export.module.ts'
import { type TestApp, startApp } from './app.ts'
import { branchOf, crudResources } from './crud-resources.ts'
import { applicationInput, lineInput } from './make/application.ts'
import { bearerOf, sendWire } from './send-wire.ts'
import type { Wire } from './wire.ts'

let test: TestApp
beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())

const send = async (endpoint: Endpoint, wire: Wire) =>
  sendWire(test, endpoint, wire, await bearerOf(test, 'admin'))

/** A text with a lone surrogate, and the text that is stored for it. */
const malformed = 'ก\ud83dข'
const repaired = 'ก\ufffdข'

describe('a text with a lone surrogate', () => {
  it.each(crudResources)('is stored with U+FFFD in a record of $table', async (resource) => {
    const { api: calls, nameField } = resource
    const body = {
      ...resource.body(2),
      ...branchOf(resource, test.school.branch.KKN),
      [nameField]: malformed,
    }
    const answer = await send(calls.create, body)
    expect(answer.body).toMatchObject({ status: 'success', data: { [nameField]: repaired } })
  })

  it('is stored with U+FFFD in the note of an application and its lines', async () => {
    const line = lineInput(600_000, { paid: satang(100_000), note: malformed })
    const input = applicationInput(test.school, {
      note: malformed,
      course: [{ course_id: test.school.course.car, ...line }],
    })
    const { application_id } = (await test.call(application.create, input, 'registrar.kkn')).data
    const { data } = await test.call(application.get, { application_id }, 'registrar.kkn')
    expect([data.note, data.course[0]?.note]).toEqual([repaired, repaired])
  })
})

const filters = Object.keys(listQuery.shape).filter((name) => !['page', 'perPage'].includes(name))
const lists = api.filter(
  ({ method, input, path }) =>
    method === 'GET' && pathFields(path).length === 0 && 'status' in input.shape,
)

/** The status of `call` for each filter of the endpoint with each member name. */
async function statusesOf(
  endpoint: Endpoint,
  call: (filter: Wire) => Promise<{ status: number }>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (const name of filters.filter((filter) => filter in endpoint.input.shape)) {
    for (const value of ['constructor', 'toString', '__proto__']) {
      statuses[`${name}=${value}`] = (await call({ [name]: value })).status
    }
  }
  return statuses
}

describe('a filter value that is the name of an Object.prototype member', () => {
  const handled = (statuses: Record<string, number>) =>
    Object.values(statuses).every((status) => status === 200 || status === 400)

  it.each(lists)('causes no server error in $path', async (endpoint) => {
    expect(await statusesOf(endpoint, (filter) => send(endpoint, filter))).toSatisfy(handled)
  })

  it.each(exportedLists)(
    'causes no server error in the file of $endpoint.path',
    async ({ endpoint }) => {
      const download = async (filter: Wire) => {
        const { status, body } = await send(endpoint, filter)
        return status === 200 ? test.raw('GET', body.data.file) : { status }
      }
      expect(await statusesOf(endpoint, download)).toSatisfy(handled)
    },
  )
})
