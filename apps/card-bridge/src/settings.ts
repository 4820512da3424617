/** The settings of the program, in a file that only its user can read. Tokens are stored as hashes. Nothing of a card is stored. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const settingsSchema = z.object({
  /** Addresses of the web apps that may read cards, such as https://school.example. */
  origins: z.array(z.string()).catch([]),
  /** Paired browsers, the latest one at the end. */
  browsers: z.array(z.object({ hash: z.string(), origin: z.string() })).catch([]),
  /** The server to which the program connects by itself. */
  server: z.object({ url: z.string(), key: z.string() }).optional().catch(undefined),
})
export type Settings = z.output<typeof settingsSchema>

const pairingSchema = z.object({
  hash: z.string(),
  /** In milliseconds since 1970. */
  expiresAt: z.number(),
  failures: z.number(),
})
type Pairing = z.output<typeof pairingSchema>

/** The settings after the removal of a web app, of its browsers and of the connection to its server. */
export const withoutOrigin = (
  { origins, browsers, server }: Settings,
  origin: string,
): Settings => ({
  origins: origins.filter((one) => one !== origin),
  browsers: browsers.filter((browser) => browser.origin !== origin),
  server: server?.url === origin ? undefined : server,
})

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** The folder of the settings, by the custom of the operating system. */
export function settingsFolder(env: NodeJS.ProcessEnv): string {
  const name = 'khapdee-card-bridge'
  const given = env['CARD_BRIDGE_DIR']
  if (given) return given
  const local = env['LOCALAPPDATA']
  if (process.platform === 'win32' && local) return join(local, name)
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), name)
}

/**
 * Settings and pairing code; each is read again for every use, because a second start of the
 * program changes them.
 */
export interface SettingsStore {
  read(): Settings
  change(change: (settings: Settings) => Settings): void
  /** The pairing code that is waiting for a browser; null without one. */
  readPairing(): Pairing | null
  writePairing(pairing: Pairing | null): void
}

export function openSettings(folder: string): SettingsStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const settingsFile = join(folder, 'settings.json')
  const pairingFile = join(folder, 'pairing.json')
  const readJson = (file: string): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'))
    } catch {
      return undefined
    }
  }
  const write = (file: string, content: object) => {
    const temporary = `${file}.new-${process.pid}`
    writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600 })
    renameSync(temporary, file)
  }
  const read = () => settingsSchema.parse(readJson(settingsFile) ?? {})
  return {
    read,
    change: (change) => write(settingsFile, change(read())),
    readPairing: () => pairingSchema.safeParse(readJson(pairingFile)).data ?? null,
    writePairing(pairing) {
      if (pairing === null) rmSync(pairingFile, { force: true })
      else write(pairingFile, pairing)
    },
  }
}
