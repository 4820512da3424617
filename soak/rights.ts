/** Checks that a change of rights holds on every server from the next writing call on. */
import { course } from '@khapdee/contract/entities/course'
import { role } from '@khapdee/contract/entities/role'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestSchool } from '../apps/server/test/make/school.ts'
import { type Client, callUntilAnswered, send } from './send-until-settled.ts'

/** The role whose rights change, which is also the name of its only user. */
const changed = 'accountant'
const permission = 'course.create'
const pauseMs = 100

/** Gives the role the permission or takes it away; resolves when the change was acknowledged. */
async function setPermission(client: Client, role_id: number, isGranted: boolean): Promise<void> {
  for (;;) {
    const path = `role/get/${role_id}`
    const stored = await callUntilAnswered(client, { endpoint: role.get, path, as: 'admin' })
    if (stored === null) throw new Error('the role cannot be read')
    const { name, detail, all_branches, may_self_decide, permissions = [], version } = stored.data
    if (permissions.includes(permission) === isGranted) return
    const others = permissions.filter((each) => each !== permission)
    // A lost answer is followed by a conflict; then the role is read again.
    await callUntilAnswered(client, {
      endpoint: role.update,
      as: 'admin',
      body: {
        role_id,
        version,
        name,
        detail,
        all_branches,
        may_self_decide,
        permissions: isGranted ? [...others, permission] : others,
      },
    })
  }
}

/**
 * Changes the rights of a role until `signal` aborts, and sends a writing call to every server after each
 * change. An answer that contradicts the rights is a violation.
 * @returns the number of answered writing calls
 */
export async function checkRights(
  client: Client,
  school: TestSchool,
  origins: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  let answered = 0
  for (let round = 1; !signal.aborted; round++) {
    const isGranted = round % 2 === 0
    await setPermission(client, school.role(changed), isGranted)
    await Promise.all(
      origins.map(async (origin, server) => {
        const body = { name: `หลักสูตร ${round}-${server}`, type: 'รถยนต์', price: 100 }
        const outgoing = { path: course.create.path, as: changed, body }
        const [outcome] = await send({ ...client, origin }, outgoing)
        if (outcome?.kind !== 'answer' || outcome.status >= 500) return
        answered += 1
        if (outcome.status !== (isGranted ? 200 : 403)) {
          client.ledger.violations.push(
            `${isGranted ? 'granted' : 'withdrawn'}, but ${outcome.status} by server ${server + 1}: ${outcome.text.slice(0, 100)}`,
          )
        }
      }),
    )
    await sleep(pauseMs)
  }
  return answered
}
