/**
 * A stand-in for the card reader service DLTNatID, reached over HTTP, with the same answers as the
 * service.
 */
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

/** The answer of the service to a call: JSON, other text, or none until the client aborts. */
type Answer = object | string | 'silence'

/**
 * The answer of version 0.8 to a call with a valid card, with fields that this product does not
 * use.
 */
export const dltNatIdCard = {
  result: 'ok',
  version: 0.8,
  nat_id: '1100000000016',
  title_th: 'น.ส.',
  fname_th: 'สมหญิง',
  mname_th: '',
  sname_th: 'ใจดี',
  title_en: 'Miss',
  fname_en: 'Somying',
  mname_en: '',
  sname_en: 'Jaidee',
  gender: '2',
  birthdate: '1999-02-14',
  address_no: '123/45',
  address_moo: 'หมู่ที่ 6',
  address_trok: '',
  address_soi: '',
  address_road: 'ถนนมิตรภาพ',
  address_tumbol: 'ตำบลในเมือง',
  address_amphor: 'อำเภอเมืองขอนแก่น',
  address_provinice: 'จังหวัดขอนแก่น',
  issue_date: '2021-05-10',
  issue_expire: '2030-02-13',
  issuer: 'อำเภอเมืองขอนแก่น/ขอนแก่น',
  photo: '',
}

/**
 * Starts the service on a free port, to which calls of the browser to the service's own port are
 * redirected until `vi.unstubAllGlobals()`. Calls to other addresses fail.
 */
export async function startDltNatId() {
  const requests: string[] = []
  const answers: Record<string, Answer> = {}
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push(path)
    const answer = answers[path]
    if (answer === 'silence') return
    response.writeHead(answer === undefined ? 404 : 200, { 'access-control-allow-origin': '*' })
    response.end(typeof answer === 'object' ? JSON.stringify(answer) : answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stub = (at: number) =>
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.startsWith('http://localhost:21998/')
        ? fetchText(url.replace('localhost:21998', `127.0.0.1:${at}`), init.signal)
        : Promise.reject(new TypeError('Failed to fetch')),
    )
  stub(port)
  return {
    /** The paths that were called. */
    requests,
    /** Sets the answer to a path. */
    answer: (path: string, answer: Answer) => void (answers[path] = answer),
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** `fetch` over HTTP: that of the test environment is not the browser's. */
const fetchText = (url: string, signal: AbortSignal | null = null): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = get(url, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve(new Response(text, { status: response.statusCode ?? 500 })))
    })
    request.on('error', () => reject(new TypeError('Failed to fetch')))
    signal?.addEventListener('abort', () => {
      reject(signal.reason)
      request.destroy()
    })
  })
