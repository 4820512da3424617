/** Texts that are no valid Unicode and filter values that name members of every object. */
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

const broken = 'ก\ud83dข'
const mended = 'ก\ufffdข'

describe('a text with half a surrogate pair', () => {
  it.each(crudResources)('is stored with U+FFFD in a record of $table', async (resource) => {
    const { api: calls, label } = resource
    const body = {
      ...resource.body(2),
      ...branchOf(resource, test.school.branch.KKN),
      [label]: broken,
    }
    const answer = await send(calls.create, body)
    expect(answer.body).toMatchObject({ status: 'success', data: { [label]: mended } })
  })

  it('is stored with U+FFFD in the note of an application and its lines', async () => {
    const line = lineInput(600_000, { paid: satang(100_000), note: broken })
    const input = applicationInput(test.school, {
      note: broken,
      course: [{ course_id: test.school.course.car, ...line }],
    })
    const { application_id } = (await test.call(application.create, input, 'registrar.kkn')).data
    const { data } = await test.call(application.get, { application_id }, 'registrar.kkn')
    expect([data.note, data.course[0]?.note]).toEqual([mended, mended])
  })
})

const filters = Object.keys(listQuery.shape).filter((name) => !['page', 'perPage'].includes(name))
const lists = api.filter(
  ({ method, input, path }) =>
    method === 'GET' && pathFields(path).length === 0 && 'status' in input.shape,
)

/** The status of `call` with each filter of the endpoint set to each member's name. */
async function eachFilter(
  endpoint: Endpoint,
  call: (filter: Wire) => Promise<{ status: number }>,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {}
  for (const name of filters.filter((one) => one in endpoint.input.shape)) {
    for (const value of ['constructor', 'toString', '__proto__']) {
      statuses[`${name}=${value}`] = (await call({ [name]: value })).status
    }
  }
  return statuses
}

describe('a filter value that names a member of every object', () => {
  const handled = (statuses: Record<string, number>) =>
    Object.values(statuses).every((status) => status === 200 || status === 400)

  it.each(lists)('is no server error in $path', async (endpoint) => {
    expect(await eachFilter(endpoint, (filter) => send(endpoint, filter))).toSatisfy(handled)
  })

  it.each(exportedLists)(
    'is no server error in the file of $endpoint.path',
    async ({ endpoint }) => {
      const download = async (filter: Wire) => {
        const { status, body } = await send(endpoint, filter)
        return status === 200 ? test.raw('GET', body.data.file) : { status }
      }
      expect(await eachFilter(endpoint, download)).toSatisfy(handled)
    },
  )
})
