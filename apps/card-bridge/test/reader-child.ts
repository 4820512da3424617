/**
 * Runs the smart card service of the system with a virtual reader, and inserts virtual cards.
 * Started by `card-rig.ts` and controlled by its messages, in separate namespaces where the system
 * allows that, because the virtual reader listens on all addresses.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RigMessage } from './card-rig.ts'
import { createCard } from './virtual-card.ts'

const folder = '/run/pcscd'
const socketFile = `${folder}/pcscd.comm`
/** The port of the first slot in the configuration of the virtual reader; the second slot has the next one. */
const firstPort = 0x8c7b
/** Commands after which a faulty card stops: in the middle of its texts. */
const commandsBeforeFault = 6
const control = { reset: 2, atr: 4 }

let service: ChildProcess | undefined
const cards = new Map<number, Socket>()

if (process.argv[2] === 'isolated') {
  spawnSync('ip', ['link', 'set', 'lo', 'up'])
  mkdirSync(folder, { recursive: true })
  spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', folder])
}

/** @param hasReaders whether the service has the virtual reader in its configuration */
async function startService(hasReaders: boolean): Promise<void> {
  rmSync(socketFile, { force: true })
  const configuration = hasReaders ? [] : ['--config', '/dev/null']
  service = spawn('pcscd', ['--foreground', ...configuration], { stdio: 'ignore' })
  while (!existsSync(socketFile)) await sleep(10)
}

async function killService(): Promise<void> {
  if (service?.exitCode !== null || service.signalCode !== null) return
  const ended = new Promise((resolve) => service?.once('exit', resolve))
  service.kill('SIGKILL')
  await ended
}

function frame(content: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length)
  return Buffer.concat([length, content])
}

/** Inserts a card: messages have a length of two bytes; those of one byte control the power. */
async function insert({ kind, texts, slot }: Extract<RigMessage, { do: 'insert' }>): Promise<void> {
  const card = createCard(texts, kind)
  const socket = connect(firstPort + slot, '127.0.0.1').setNoDelay(true)
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  socket.on('error', () => {})
  cards.set(slot, socket)
  let pending = Buffer.alloc(0)
  let commands = 0
  const answer = (message: Buffer): void => {
    if (message.length === 1) {
      if (message[0] === control.atr) socket.write(frame(card.atr))
      else card.reset()
      return
    }
    commands++
    const content = card.answer(message)
    const isFaulty = commands > commandsBeforeFault
    if (kind === 'removed' && isFaulty) return void socket.destroy()
    if (kind === 'hanging' && isFaulty) return
    socket.write(frame(content))
  }
  socket.on('data', (bytes) => {
    pending = Buffer.concat([pending, bytes])
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0)
      const message = pending.subarray(2, end)
      pending = pending.subarray(end)
      answer(message)
    }
  })
}

async function eject(slot: number): Promise<void> {
  const socket = cards.get(slot)
  cards.delete(slot)
  if (socket === undefined || socket.destroyed) return
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.destroy()
  await closed
}

async function obey(message: RigMessage): Promise<void> {
  if (message.do === 'insert') return insert(message)
  if (message.do === 'eject') return eject(message.slot)
  if (message.do === 'start') return startService(message.hasReaders)
  return killService()
}

process.on('message', (message: RigMessage) => {
  obey(message).then(
    () => process.send?.('done'),
    (error: unknown) => process.send?.(String(error)),
  )
})
process.on('disconnect', () => {
  // A killed service leaves its socket, which would look like a running service of this computer.
  const stopped = service === undefined ? Promise.resolve() : killService()
  void stopped.then(() => {
    rmSync(socketFile, { force: true })
    process.exit(0)
  })
})
