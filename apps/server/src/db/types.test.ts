import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../../test/database.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

it('types.ts matches the migrated schema; if not, run npm run db:types', async () => {
  const database = await createTestDatabase()
  try {
    const verify = promisify(execFile)(
      `${root}/node_modules/.bin/kysely-codegen`,
      ['--verify', '--url', database.url],
      { cwd: root },
    )
    await expect(verify).resolves.toBeDefined()
  } finally {
    await database.drop()
  }
})
