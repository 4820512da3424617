/** The endpoints that read, and the text of their answers. */
import { api } from '@khapdee/contract/api'
import type { Endpoint } from '@khapdee/contract/endpoint'
import { readPdf } from '../src/adapters/pdf/test/read-pdf.ts'
import { readZip } from '../src/adapters/xlsx/test/read-workbook.ts'
import { exportedLists } from '../src/modules/export/export.module.ts'
import type { TestApp } from './app.ts'
import { bearerOf, sendWire } from './send-wire.ts'
import type { Wire } from './wire.ts'

const exportPaths = new Set(exportedLists.map(({ endpoint }) => endpoint.path))

/** The endpoints that signed-in users read, including the exports of lists. */
export const readingEndpoints: readonly Endpoint[] = api.filter(
  ({ method, path, access }) => access !== 'public' && (method === 'GET' || exportPaths.has(path)),
)

/** The text of a linked file: its pages, its sheets, or what it contains. */
function textOfFile(bytes: Buffer): string {
  if (bytes.subarray(0, 5).toString() === '%PDF-')
    return readPdf(bytes)
      .map(({ runs }) => runs.map(({ text }) => text).join(''))
      .join('\n')
  if (bytes.subarray(0, 2).toString() === 'PK') return [...readZip(bytes).values()].join('\n')
  return bytes.toString()
}

/**
 * The text of an answer, with that of the file to which it links.
 * @param as the user name of the caller
 */
export async function answerText(
  test: TestApp,
  endpoint: Endpoint,
  wire: Wire,
  as: string,
): Promise<string> {
  const headers = await bearerOf(test, as)
  const answer = await sendWire(test, endpoint, wire, headers)
  const text = answer.bytes.toString()
  const link: unknown = answer.body?.data?.file ?? answer.body?.data?.pdf
  if (answer.status !== 200 || typeof link !== 'string') return text
  return `${text}\n${textOfFile((await test.raw('GET', link)).bytes)}`
}
