/** Whether the database can find Thai text by parts of words. */
import type pg from 'pg'
import { errorCode, LauncherError } from './launcher-error.ts'

/**
 * Assures that trigrams of Thai words exist, on which every text search rests. A database whose
 * character type is plain `C` takes Thai letters for punctuation and finds nothing.
 *
 * @throws LauncherError naming what the database lacks
 */
export async function assertThaiSearch(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('create extension if not exists pg_trgm')
  } catch (error) {
    // 23505: another server that starts at the same moment is creating it, and this waited for that.
    if (errorCode(error) === '42501' || errorCode(error) === '0A000') {
      throw new LauncherError(
        'The database lacks the extension pg_trgm: let a superuser run "create extension pg_trgm" in it.',
      )
    }
    if (errorCode(error) !== '23505') throw error
  }
  const { rows } = await pool.query<{ words: string[] }>(`select show_trgm('สมศรี') as words`)
  if (rows[0]?.words.length) return
  throw new LauncherError(
    "The database's character type does not know Thai letters: create the database anew with " +
      `"template template0 encoding 'UTF8' lc_ctype 'C.UTF-8'", and migrate into that.`,
  )
}
