/** Messages for a failed start: one sentence where the operator can solve the problem. */
import { DatabaseError } from 'pg'
import { diskFull, errorCode, isDiskFull, StartError, syscall } from './db/start-error.ts'
import { type Config, ConfigError } from './kernel/config.ts'

type Settings = Pick<Config, 'host' | 'port' | 'dataDir' | 'databaseUrl'>

/**
 * One sentence for a known error; the stack for any other.
 *
 * @param config undefined when reading it failed
 */
export async function explainStart(error: unknown, config: Settings | undefined): Promise<string> {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (config !== undefined) {
    const known = explainListen(error, config) ?? explainDatabase(error)
    if (known !== undefined) return known
    // An embedded database on a full disk drops the connection without a message.
    const embedded = config.databaseUrl === undefined
    if (embedded && (await isDiskFull(config.dataDir))) return diskFull(config.dataDir).message
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function explainListen(error: unknown, { host, port }: Settings): string | undefined {
  switch (`${syscall(error)} ${errorCode(error)}`) {
    case 'listen EADDRINUSE':
      return `Port ${port} is in use: stop what uses it, or choose another with PORT, for example PORT=${nextPort(port)} npm start.`
    case 'listen EACCES':
      return `This user may not open port ${port}: choose one above 1023 with PORT, for example PORT=3000 npm start.`
    case 'listen EADDRNOTAVAIL':
    case 'getaddrinfo ENOTFOUND':
      return `This machine has no address ${host}: set HOST to one it has, for example HOST=127.0.0.1.`
    default:
      return undefined
  }
}

/** An example of another port for the message. */
const nextPort = (port: number): number => (port < 65_535 ? port + 1 : 3000)

function explainDatabase(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  switch (error.code) {
    case '53100':
      return `The disk of the database is full: free some space and start again (${error.message}).`
    case '42501':
      return `The role lacks a right in the database: let the role own the database (${error.message}).`
    default:
      return undefined
  }
}
