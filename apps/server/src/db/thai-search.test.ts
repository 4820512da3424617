import { describe, expect, inject, it } from 'vitest'
import { onDatabase, runOnServer } from '../../test/server-admin.ts'
import { createPool } from './client.ts'
import { assertThaiSearch } from './thai-search.ts'

/** Asserts Thai search in a new database made with `options`. */
async function assertIn(options: string): Promise<void> {
  const server = inject('databaseServer')
  const name = `${inject('databaseTemplate')}_thai`
  await runOnServer(server, `create database ${name} template template0 ${options}`)
  const pool = createPool(onDatabase(server, name))
  try {
    await Promise.all([assertThaiSearch(pool), assertThaiSearch(pool)])
  } finally {
    await pool.end()
    await runOnServer(server, `drop database ${name} with (force)`)
  }
}

describe('assertThaiSearch', () => {
  it('passes where the character type knows Thai letters', async () => {
    await assertIn(`lc_ctype 'C.UTF-8'`)
  })

  it('stops a start on a database of plain C', async () => {
    await expect(assertIn(`locale_provider libc lc_collate 'C' lc_ctype 'C'`)).rejects.toThrow(
      'does not know Thai letters',
    )
  })
})
