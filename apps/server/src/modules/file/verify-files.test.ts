import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { createLocalStore } from '../../adapters/files/local-store.ts'
import { verifyFiles } from './verify-files.ts'

let test: TestApp
let folder: string

beforeAll(async () => {
  test = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'khapdee-verify-'))
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true })
})

it('finds missing and changed bytes, and old ones without a row', async () => {
  const [whole = '', missing = '', changed = '', old = '', young = ''] = [...'abcde'].map((digit) =>
    digit.repeat(32),
  )
  const root = join(folder, 'files')
  const files = createLocalStore(root)
  const bytes = join(folder, 'bytes')
  await writeFile(bytes, 'ภาพถ่าย')
  for (const key of [whole, changed, old, young]) await files.put(key, bytes)
  await writeFile(join(root, 'cc', 'cc', changed), 'ภาพ')
  const longAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000)
  await utimes(join(root, 'dd', 'dd', old), longAgo, longAgo)
  await test.db
    .insertInto('file')
    .values(
      [whole, missing, changed].map((key) => ({
        key,
        name: 'ภาพ.jpg',
        type: 'image/jpeg',
        size: Buffer.byteLength('ภาพถ่าย'),
        branch_id: test.school.branch.KKN,
        made_by: 1,
      })),
    )
    .execute()
  expect(await verifyFiles(test.db, files)).toEqual({
    checked: 3,
    missing: [missing],
    changed: [changed],
    orphaned: [old],
  })
})
