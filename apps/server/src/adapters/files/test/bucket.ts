/** An in-process S3 server with the operations that the store uses; it checks every signature. */
import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from '../store.ts'

export interface Bucket {
  settings: S3Settings
  /** The keys of all objects. */
  keys(): string[]
  /** Number of requests without a signature. */
  unsignedRequests: number
  /** Whether the server refuses every change. */
  isReadOnly: boolean
  /** Sets the modification time of an object. */
  setModifiedAt(name: string, modifiedAt: Date): void
  close(): Promise<void>
}

const settings = {
  bucket: 'uploads',
  region: 'ap-southeast-1',
  accessKeyId: 'KHAPDEE',
  secretAccessKey: 'a secret of the tests',
  forcePathStyle: true,
}
const pageSize = 3

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const byName = ([a]: readonly string[], [b]: readonly string[]) => ((a ?? '') < (b ?? '') ? -1 : 1)

/** The expected signature of a request, by AWS Signature Version 4. @param signed names of signed headers */
function signatureOf({ method = '', headers }: IncomingMessage, url: URL, signed: string): string {
  const query = [...url.searchParams]
    .toSorted(byName)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')
  const signedHeaders = signed.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const payload = String(headers['x-amz-content-sha256'])
  const canonical = [method, url.pathname, query, signedHeaders.join(''), signed, payload].join(
    '\n',
  )
  const at = String(headers['x-amz-date'])
  const scope = `${at.slice(0, 8)}/${settings.region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${settings.secretAccessKey}`)
  return hmac(key, text).toString('hex')
}

const sendXml = (response: ServerResponse, status: number, body: string) =>
  response.writeHead(status, { 'content-type': 'application/xml' }).end(body)
const sendError = (response: ServerResponse, status: number, code: string) =>
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

export async function openBucket(): Promise<Bucket> {
  const objects = new Map<string, { bytes: Buffer; modifiedAt: Date }>()

  const list = (response: ServerResponse, query: URLSearchParams) => {
    const after = query.get('continuation-token') ?? ''
    const all = [...objects].toSorted(([a], [b]) => byName([a], [b]))
    const rest = all.filter(([name]) => name.startsWith(query.get('prefix') ?? '') && name > after)
    const page = rest.slice(0, pageSize)
    const more = rest.length > pageSize
    const contents = page.map(
      ([name, { bytes, modifiedAt }]) =>
        `<Contents><Key>${name}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`,
    )
    const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
    sendXml(
      response,
      200,
      `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }

  const server = createServer(async (request, response) => {
    const bytes = await buffer(request).catch(() => null)
    if (bytes === null) return
    const url = new URL(request.url ?? '', `http://${request.headers.host}`)
    const [, signed, signature] =
      /SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(request.headers.authorization ?? '') ?? []
    if (signed === undefined) bucket.unsignedRequests += 1
    if (signed === undefined || signature !== signatureOf(request, url, signed)) {
      sendError(response, 403, 'SignatureDoesNotMatch')
      return
    }
    const name = url.pathname.slice(`/${settings.bucket}/`.length)
    const found = objects.get(name)
    const source = request.headers['x-amz-copy-source']
    if (bucket.isReadOnly && request.method !== 'GET') sendError(response, 403, 'AccessDenied')
    else if (request.method === 'PUT' && typeof source === 'string') {
      const copied = objects.get(source.slice(`${settings.bucket}/`.length))
      if (copied === undefined) {
        sendError(response, 404, 'NoSuchKey')
        return
      }
      const modifiedAt = new Date()
      objects.set(name, { ...copied, modifiedAt })
      const body = `<CopyObjectResult><LastModified>${modifiedAt.toISOString()}</LastModified></CopyObjectResult>`
      sendXml(response, 200, body)
    } else if (request.headers['if-none-match'] === '*' && found !== undefined) {
      sendError(response, 412, 'PreconditionFailed')
    } else if (request.method === 'PUT') {
      objects.set(name, { bytes, modifiedAt: new Date() })
      response.end()
    } else if (request.method === 'DELETE') {
      objects.delete(name)
      response.writeHead(204).end()
    } else if (name === '') list(response, url.searchParams)
    else if (found === undefined) sendError(response, 404, 'NoSuchKey')
    else response.end(found.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const bucket: Bucket = {
    settings: { ...settings, endpoint: `http://127.0.0.1:${port}` },
    keys: () => [...objects.keys()],
    unsignedRequests: 0,
    isReadOnly: false,
    setModifiedAt(name, modifiedAt) {
      const found = objects.get(name)
      if (found !== undefined) objects.set(name, { ...found, modifiedAt })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return bucket
}
