import { randomBytes } from 'node:crypto'
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { employee } from '@khapdee/contract/entities/employee'
import { type TestApp, startApp } from '../../../test/app.ts'
import { employeeInput } from '../../../test/make/employee.ts'
import { png } from '../../../test/make/file.ts'
import { filesBelow, uploadedFileNames, upload } from '../../../test/make/upload.ts'
import { clearFilesJob } from './clear-files.ts'

let test: TestApp
const manager = 'manager.kkn'

beforeAll(async () => {
  test = await startApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.services.pool.query('update app_user set photo = null; delete from file')
  await rm(test.services.config.dataDir, { recursive: true, force: true })
  // Writes the id of the database into the empty store.
  await clear()
})

const clear = () => clearFilesJob(test.services).run(test.db)
const pathOf = (key: string) =>
  join(test.services.config.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key)

/** Sets the modification time of stored files to this many hours ago. */
async function setAge(keys: readonly string[], hours: number): Promise<void> {
  const then = Date.now() / 1000 - hours * 3600
  for (const key of keys) await utimes(pathOf(key), then, then)
}

/** Uploads a file and sets its creation and modification times to this many hours ago. */
async function uploadAged(hours: number) {
  const { file_id } = await upload(test, manager, png(2, 2))
  const { rows } = await test.services.pool.query<{ key: string }>(
    `update file set "createdAt" = now() - make_interval(hours => $1) where file_id = $2 returning key`,
    [hours, file_id],
  )
  const key = rows[0]?.key ?? ''
  await setAge([key], hours)
  return { file_id, key }
}

const fileIds = async () =>
  (await test.db.selectFrom('file').select('file_id').orderBy('file_id').execute()).map(
    ({ file_id }) => file_id,
  )
const attach = ({ file_id }: { file_id: number }) =>
  test.db
    .updateTable('app_user')
    .set({ photo: file_id })
    .where('username', '=', 'registrar.kkn')
    .execute()

it('moves only files older than a day that nothing refers to into the trash', async () => {
  const [old, used, young] = [await uploadAged(25), await uploadAged(25), await uploadAged(23)]
  await attach(used)
  await clear()
  expect(await fileIds()).toEqual([used.file_id, young.file_id])
  expect((await uploadedFileNames(test)).toSorted()).toEqual([used.key, young.key].toSorted())
  expect(await filesBelow(test, 'files/trash')).toEqual([old.key])
})

it('moves a replaced photo to the trash after a day', async () => {
  const [first, second] = [await uploadAged(25), await uploadAged(25)]
  await attach(first)
  await attach(second)
  await clear()
  expect(await fileIds()).toEqual([second.file_id])
})

it('clears bytes without a row, half-written bytes and incomplete uploads', async () => {
  const [orphan, fresh] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const incoming = join(test.services.config.dataDir, 'incoming')
  for (const name of [orphan, fresh, `${orphan}.part`]) {
    await mkdir(join(pathOf(name), '..'), { recursive: true })
    await writeFile(pathOf(name), 'x')
  }
  await setAge([orphan, `${orphan}.part`], 25)
  await mkdir(incoming, { recursive: true })
  await writeFile(join(incoming, 'old'), 'x')
  await utimes(join(incoming, 'old'), 1, 1)
  await writeFile(join(incoming, 'new'), 'x')
  await clear()
  expect((await uploadedFileNames(test)).toSorted()).toEqual([fresh, 'new'].toSorted())
})

it('moves the bytes in the next run after a crash between deleting the row and moving the bytes', async () => {
  const { key } = await uploadAged(25)
  const files = { ...test.services.files, trash: () => Promise.reject(new Error('crash')) }
  await expect(clearFilesJob({ ...test.services, files }).run(test.db)).rejects.toThrow('crash')
  expect([await fileIds(), await uploadedFileNames(test)]).toEqual([[], [key]])
  await clear()
  expect(await uploadedFileNames(test)).toEqual([])
})

describe('a file that is attached during the clean-up', () => {
  const input = (photo: number) => ({ ...employeeInput(test), photo })

  it('is skipped while it is locked', async () => {
    const { file_id, key } = await uploadAged(25)
    await test.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('app_user')
        .set({ photo: file_id })
        .where('username', '=', manager)
        .execute()
      await clear()
    })
    expect([await fileIds(), await uploadedFileNames(test)]).toEqual([[file_id], [key]])
  })

  it('is either attached or moved to the trash, never both', async () => {
    const files = []
    for (let count = 0; count < 12; count++) files.push(await uploadAged(25))
    const attaching = files.map(({ file_id }) =>
      test.call(employee.create, input(file_id), manager).then(({ status }) => status),
    )
    const [statuses] = await Promise.all([
      Promise.all(attaching),
      ...Array.from({ length: 4 }, clear),
    ])
    await clear()
    expect(new Set([200, 400, ...statuses])).toEqual(new Set([200, 400]))
    const attached = files.filter((_, index) => statuses[index] === 200)
    expect(await fileIds()).toEqual(attached.map(({ file_id }) => file_id))
    expect((await uploadedFileNames(test)).toSorted()).toEqual(
      attached.map(({ key }) => key).toSorted(),
    )
  })
})
