/** Uploads files in tests, and lists the stored files. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { file } from '@khapdee/contract/entities/file'
import { z } from 'zod'
import type { TestApp } from '../app.ts'
import { bearer, openSession } from '../session.ts'
import { type FormPart, formHeaders, formOf } from './file.ts'

/** Sends a form with these parts as user `as`. */
export async function sendForm(test: TestApp, as: string, ...parts: readonly FormPart[]) {
  // A new session for each upload, because uploads are rate-limited per session.
  const headers = { ...formHeaders, ...bearer((await openSession(test, as)).token) }
  return test.raw('POST', file.upload.path, formOf(...parts), headers)
}

/** Uploads a file as user `as`. @throws Error when it is refused */
export async function upload(test: TestApp, as: string, bytes: Buffer, name = 'photo.png') {
  const { body } = await sendForm(test, as, { bytes, name })
  return z.decode(file.upload.output, body).data
}

/** The names of the files in a folder below the data folder. */
export const filesBelow = ({ services }: TestApp, folder: string): Promise<string[]> =>
  readdir(join(services.config.dataDir, folder), { recursive: true, withFileTypes: true })
    .then((entries) => entries.filter((entry) => entry.isFile()).map(({ name }) => name))
    .catch(() => [])

/** The names of all uploaded files, stored or still being received, without the trash. */
export async function uploadedFileNames(test: TestApp): Promise<string[]> {
  const trash = await filesBelow(test, 'files/trash')
  const all = [...(await filesBelow(test, 'files')), ...(await filesBelow(test, 'incoming'))]
  return all.filter((name) => name !== 'school-id' && !trash.includes(name))
}

/** Number of files in the database. */
export const countFiles = async ({ db }: TestApp): Promise<number> =>
  (await db.selectFrom('file').select('file_id').execute()).length
