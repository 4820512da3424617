/** Measures the import of bank statements of 20,000 lines by the built server. */
import { randomUUID } from 'node:crypto'
import { formHeaders, formOf } from '../apps/server/test/make/file.ts'
import { xlsxFile } from '../apps/server/test/make/sheet.ts'
import { manyLines, statementFile, statementHeaders } from '../apps/server/test/make/statement.ts'
import { rounded } from './figures.ts'
import type { PartOptions } from './part.ts'
import { type School, openSchool } from './school.ts'
import type { Figure } from './thresholds.ts'

const lineCount = 20_000

/** Sends a statement file; returns the `data` of the answer and the seconds that it took. */
async function post(
  { origin, signIn }: School,
  call: 'preview' | 'commit',
  query: Record<string, string>,
  file: Uint8Array,
) {
  const key = { 'idempotency-key': randomUUID() }
  const headers = { ...formHeaders, ...(await signIn('accountant')), ...key }
  const body = formOf({ bytes: Buffer.from(file) })
  const start = performance.now()
  const url = `${origin}/api/v1/statement/${call}?${new URLSearchParams(query)}`
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
  const { data, message } = await answer.json()
  const seconds = (performance.now() - start) / 1000
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${message}`)
  return { data, seconds }
}

/** Seconds from the upload of a statement to its preview, and from the confirmation to its lines. */
export async function statement({ log }: PartOptions): Promise<Figure[]> {
  const school = await openSchool(log)
  try {
    const accounts = await school.services.db
      .selectFrom('bank_account')
      .select('bank_account_id')
      .orderBy('bank_account_id')
      .limit(2)
      .execute()
    const files = [
      statementFile(...manyLines(lineCount)),
      await xlsxFile(statementHeaders, manyLines(lineCount)),
    ]
    const figures: Figure[] = []
    for (const [i, type] of ['CSV', 'XLSX'].entries()) {
      const file = files[i]
      const account = accounts[i]
      if (file === undefined || account === undefined) throw new Error('The demo has no account.')
      const bank_account_id = String(account.bank_account_id)
      const preview = await post(school, 'preview', { bank_account_id }, file)
      const { mapping, digest } = preview.data
      const query = { bank_account_id, mapping: JSON.stringify(mapping), digest }
      const commit = await post(school, 'commit', query, file)
      if (commit.data.counts.new !== lineCount) throw new Error('Lines are missing.')
      for (const [call, { seconds }] of Object.entries({ preview, commit })) {
        const threshold = 'statement of 20,000 lines'
        figures.push({ label: `${call}, ${type}`, value: rounded(seconds), unit: 's', threshold })
      }
    }
    return figures
  } finally {
    await school.close()
  }
}
