/** The card reader program of a counter: `card-bridge https://school.example`. */
import { actionWords } from '@khapdee/domain/words'
import manifest from '../package.json' with { type: 'json' }
import { isRunning, listenProblem, portOf, startBridge } from './bridge.ts'
import { type Arguments, parseArguments, usage } from './arguments.ts'
import { codeMinutes, createPairing } from './pairing.ts'
import { missingLibrary } from './pcsc-library.ts'
import { systemPcsc } from './pcsc.ts'
import { createReader } from './reader.ts'
import { type RelayState, startRelay } from './relay.ts'
import { openSettings, settingsFolder, withoutOrigin } from './settings.ts'

const relayMessages: Record<RelayState, string> = {
  connected: 'เชื่อมต่อกับระบบของโรงเรียนแล้ว',
  disconnected: 'เชื่อมต่อกับระบบของโรงเรียนไม่ได้ กำลังลองใหม่',
  replaced:
    'รหัสเชื่อมต่อนี้ใช้อยู่ที่เครื่องอื่น จึงเลิกเชื่อมต่อ: กรุณาสร้างรหัสใหม่ในหน้าเครื่องอ่านบัตร หรือปิดโปรแกรมที่เครื่องนั้นแล้วเริ่มโปรแกรมนี้ใหม่',
  refused: 'ระบบของโรงเรียนไม่รับรหัสเชื่อมต่อนี้ กรุณาสร้างรหัสใหม่ในหน้าเครื่องอ่านบัตร',
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function printCode(code: string): void {
  print(`รหัสจับคู่: ${code}`)
  print(`กรอกในหน้า “เครื่องอ่านบัตร” ของระบบภายใน ${codeMinutes} นาที ใช้ได้ครั้งเดียว`)
}

async function run({ origins, connection, wantsCode, unpairs, forgets }: Arguments): Promise<void> {
  const { env } = process
  const store = openSettings(settingsFolder(env))
  if (forgets !== null) {
    store.change((settings) => withoutOrigin(settings, forgets))
    return print(`${actionWords.delete} ${forgets} แล้ว หากโปรแกรมทำงานอยู่ กรุณาปิดแล้วเริ่มใหม่`)
  }
  const changesSettings = origins.length > 0 || connection !== null
  if (changesSettings) {
    store.change((settings) => ({
      ...settings,
      origins: [...new Set([...settings.origins, ...origins])],
      ...(connection !== null && { server: connection }),
    }))
  }
  const pairing = createPairing(store)
  if (unpairs) {
    pairing.forgetAll()
    return print('เลิกจับคู่กับทุกเบราว์เซอร์แล้ว')
  }
  if (wantsCode) return printCode(pairing.newCode())

  const settings = store.read()
  if (settings.origins.length === 0 && settings.server === undefined) {
    throw new Error(`ยังไม่ได้กำหนดที่อยู่ของระบบ\n${usage}`)
  }
  const reader = createReader(systemPcsc())
  const port = portOf(env)
  const server = await startBridge({
    port,
    version: manifest.version,
    origins: () => store.read().origins,
    pairing,
    reader,
  }).catch(async (error: unknown) => {
    const problem = listenProblem(error, port)
    // A program that only relays needs no port, so another program may have it; but only one
    // instance may run.
    const isNeeded = settings.origins.length > 0 || (await isRunning(port))
    const advice = changesSettings ? 'บันทึกค่าใหม่แล้ว กรุณาปิดโปรแกรมนั้น แล้วเริ่มใหม่' : ''
    if (isNeeded) throw new Error(`${problem} ${advice}`)
    print(`${problem} แต่ยังอ่านบัตรผ่านเซิร์ฟเวอร์ได้`)
    return null
  })
  print(
    `โปรแกรมอ่านบัตร ${manifest.version} พร้อมใช้งาน สำหรับ ${settings.origins.join(', ') || settings.server?.url}`,
  )
  const missing = await missingLibrary()
  if (missing !== null) print(missing)
  const stopRelay =
    settings.server &&
    startRelay({
      ...settings.server,
      version: manifest.version,
      reader,
      report: (state) => print(relayMessages[state]),
    })
  // A log must not contain the code, so it is shown on a terminal only.
  const isUnpaired = settings.origins.length > 0 && settings.browsers.length === 0
  if (isUnpaired && process.stdout.isTTY) printCode(pairing.newCode())
  else if (isUnpaired) print('ยังไม่ได้จับคู่กับเบราว์เซอร์: ขอรหัสจับคู่ด้วย --pair')

  const stop = () => {
    stopRelay?.()
    reader.close()
    if (server === null) process.exit(0)
    server.close(() => process.exit(0))
    server.closeAllConnections()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

const args = parseArguments(process.argv.slice(2))
if (args === null) {
  process.stderr.write(`${usage}\n`)
  process.exitCode = 1
} else {
  run(args).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
