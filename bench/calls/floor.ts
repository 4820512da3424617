/**
 * The minimal server for comparison: a `node:http` process that only verifies a token and runs the
 * SQL of the product, the least that any Node server has to do for a call. Its argument is the path
 * of the settings file.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createTokens } from '../../apps/server/src/kernel/tokens.ts'
import { type Recording, createPool, replay } from './replay.ts'

interface Settings {
  databaseUrl: string
  secret: string
  recordings: Recording[]
}

const settings: Settings = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'))
const tokens = createTokens(settings.secret)
const pool = createPool(settings.databaseUrl)

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', async () => {
    try {
      const token = (request.headers.authorization ?? '').slice('Bearer '.length)
      if (tokens.readAccess(token) === null) throw new Error('invalid token')
      if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString())
      const recording = settings.recordings[Number((request.url ?? '').slice(1))]
      if (recording === undefined) throw new Error(`no recording for ${request.url}`)
      const body = JSON.stringify(await replay(pool, recording))
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' ? address?.port : null)
})
