/**
 * Connections to a database on several servers, a primary and its standbys:
 * `postgres://user:password@a:5432,b:5432/school`. Each new connection goes to the server that
 * accepts writes, so that a promoted standby is found without a restart.
 */
import pg from 'pg'
import { errorCode, StartError } from './start-error.ts'

/** Time limit of a probe; shorter than the connection timeout of the pool. */
const probeMs = 2_000

/** The connection strings of the single servers of a connection string. */
export function hostsOf(url: string): string[] {
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?@]+)(.*)$/.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

/** Whether a connection accepts writes: that to a standby does not. */
export async function isWritable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  )
  return rows[0]?.transaction_read_only === 'off'
}

/** Returns `url`. @throws an error with the reason why its server cannot be used */
async function assertWritable(url: string): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'khapdee-check',
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  })
  client.on('error', () => {})
  const name = `${client.host}:${client.port}`
  try {
    await client.connect()
    if (await isWritable(client)) return url
  } catch (error) {
    const reason = errorCode(error) || (error instanceof Error ? error.message : String(error))
    throw new Error(`${name} does not answer (${reason})`, { cause: error })
  } finally {
    void client.end().catch(() => {})
  }
  throw new Error(`${name} is read-only`)
}

/**
 * The connection string of the server that accepts writes; `url` itself if it names one server only.
 * @throws StartError when no server does
 */
async function writableHost(url: string): Promise<string> {
  const urls = hostsOf(url)
  if (urls.length === 1) return url
  try {
    return await Promise.any(urls.map(assertWritable))
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors : [error]
    throw new StartError(
      `None of the database servers accepts writes (${reasons.map((each: Error) => each.message).join('; ')}): start the primary, or correct DATABASE_URL.`,
    )
  }
}

/** The address that a client connects to, which pg's types lack. */
interface Address {
  host: string
  port: number
  connection: { stream: { destroyed: boolean } }
}

/** A client that looks for the server that accepts writes before it connects. */
function clientOf(url: string): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<this>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      const connecting = this.#connectToWritable()
      if (callback === undefined) return connecting
      connecting.then(() => (callback as (error?: Error) => void)(), callback)
    }

    async #connectToWritable(): Promise<this> {
      const { hostname, port } = new URL(await writableHost(url))
      const address = this as unknown as Address
      if (address.connection.stream.destroyed) throw new Error('timeout expired')
      address.host = hostname.replace(/^\[|\]$/g, '')
      address.port = Number(port || 5432)
      await super.connect()
      return this
    }
  }
}

/** The options of `pg.Pool` with which it connects to the server of `url` that accepts writes. */
export function connectionOptions(url: string): Pick<pg.PoolConfig, 'connectionString' | 'Client'> {
  const [first = url, ...others] = hostsOf(url)
  return others.length === 0
    ? { connectionString: url }
    : { connectionString: first, Client: clientOf(url) }
}

/** A client of the server of `url` that accepts writes. A lost connection fails the query in progress only. */
export function createClient(url: string, options: pg.ClientConfig): pg.Client {
  const [first = url, ...others] = hostsOf(url)
  const Client = others.length === 0 ? pg.Client : clientOf(url)
  const client = new Client({ ...options, connectionString: first })
  // Without a listener the event would end the process.
  client.on('error', () => {})
  return client
}
