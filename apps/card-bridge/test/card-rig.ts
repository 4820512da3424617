/** The card reader program of the tests, with the smart card service of the system and virtual cards. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bridgePaths, pairingAnswer } from '@khapdee/contract/card-bridge'
import type { CardKind, CardTexts } from './virtual-card.ts'

export type RigMessage =
  | { do: 'kill' }
  | { do: 'start'; hasReaders: boolean }
  | { do: 'insert'; kind: CardKind; texts: CardTexts; slot: number }
  | { do: 'eject'; slot: number }

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const isolation = ['--net', '--mount']
/**
 * Whether each test can have its own smart card service; otherwise the tests share that of the
 * system, one after the other.
 */
export const canIsolate = () => spawnSync('unshare', [...isolation, 'true']).status === 0
const tsx = ['--import', 'tsx']

export interface ServiceRig {
  /** The socket of the service, for `PCSCLITE_CSOCK_NAME`. */
  readonly socket: string
  do(message: RigMessage): Promise<void>
  stop(): Promise<void>
}

/** Starts the smart card service, in separate namespaces if the system allows them. */
export async function startService(): Promise<ServiceRig> {
  const isIsolated = canIsolate()
  const command = [process.execPath, ...tsx, pathOf('reader-child.ts')]
  const [program = '', ...args] = isIsolated
    ? ['unshare', ...isolation, ...command, 'isolated']
    : command
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const send = async (message: RigMessage): Promise<void> => {
    const answered = once(child, 'message')
    child.send(message)
    const [answer] = await answered
    if (answer !== 'done') throw new Error(String(answer))
  }
  await send({ do: 'start', hasReaders: true })
  return {
    // In isolation the socket exists only in the file system of the child, which `/proc` makes accessible.
    socket: `${isIsolated ? `/proc/${child.pid}/root` : ''}${serviceSocket}`,
    do: send,
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

export interface RunningProgram {
  readonly url: string
  readonly child: ChildProcess
  /** The output so far. */
  output(): string
  /** A new pairing code, by a second start of the program. */
  pairingCode(): string
  stop(): Promise<void>
}

interface ProgramOptions {
  port: number
  /** The socket of the smart card service. */
  socket: string
  /**
   * Whether the program is started from its build, which takes a tenth of the time, instead of from
   * its source.
   */
  isBuilt?: boolean
}

/** Starts the program as an installer does. */
export async function startProgram(
  args: readonly string[],
  { port, socket, isBuilt = false }: ProgramOptions,
): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'khapdee-card-'))
  const env = {
    ...process.env,
    CARD_BRIDGE_DIR: folder,
    CARD_BRIDGE_PORT: String(port),
    PCSCLITE_CSOCK_NAME: socket,
  }
  const command = isBuilt ? [pathOf('../dist/card-bridge.js')] : [...tsx, pathOf('../src/main.ts')]
  const child = spawn(process.execPath, [...command, ...args], { env, stdio: 'pipe' })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  }
  await until(async () => {
    if (child.exitCode !== null) throw new Error(printed)
    return printed.includes('พร้อมใช้งาน')
  })
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    output: () => printed,
    pairingCode() {
      const { stdout } = spawnSync(process.execPath, [...command, '--pair'], {
        env,
        encoding: 'utf8',
      })
      return /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(stdout)?.[0] ?? ''
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** Pairs a browser at an origin. @returns its token */
export async function pair({ url, pairingCode }: RunningProgram, origin: string): Promise<string> {
  const response = await fetch(url + bridgePaths.pair, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code: pairingCode() }),
  })
  return pairingAnswer.parse(await response.json()).token
}

/** Waits until `condition` holds. @throws after 10 seconds */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > 10_000) throw new Error('The condition does not hold.')
    await sleep(25)
  }
}

const serviceSocket = '/run/pcscd/pcscd.comm'

/** Whether a smart card service answers; a killed one leaves its socket, too. */
function isServiceRunning(): boolean {
  if (!existsSync(serviceSocket)) return false
  const call = `require('node:net').connect('${serviceSocket}', () => process.exit(0)).on('error', () => process.exit(1))`
  return spawnSync(process.execPath, ['-e', call]).status === 0
}

/** Why the tests with virtual cards cannot run here; null if they can. */
export function missingPart(): string | null {
  const hasDriver = existsSync('/etc/reader.conf.d/vpcd')
  const hasService = existsSync('/usr/sbin/pcscd')
  if (process.getuid?.() !== 0) return 'the smart card service can be started by root only'
  if (!hasDriver || !hasService)
    return 'pcscd or the virtual reader is missing (Debian: "apt-get install pcscd vsmartcard-vpcd iproute2")'
  if (!canIsolate() && isServiceRunning())
    return 'the smart card service of this computer is in use'
  return null
}
