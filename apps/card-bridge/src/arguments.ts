/** The command line of the program. */

export const usage = `card-bridge [https://ที่อยู่ของระบบ …]    เริ่มโปรแกรม และอนุญาตให้ระบบนี้อ่านบัตร
card-bridge --pair                      ขอรหัสจับคู่สำหรับเบราว์เซอร์ของเครื่องนี้
card-bridge --unpair                    เลิกจับคู่กับทุกเบราว์เซอร์
card-bridge --forget https://ที่อยู่ของระบบ   ลบระบบนี้ การจับคู่ และรหัสเชื่อมต่อของระบบนี้
card-bridge --connect รหัสเชื่อมต่อ         เริ่มโปรแกรม และอ่านบัตรผ่านเซิร์ฟเวอร์`

export interface Arguments {
  /** Web apps that may read cards from now on. */
  origins: string[]
  /** The server to connect to from now on; null without `--connect`. */
  connection: { url: string; key: string } | null
  /** Whether only a pairing code is requested. */
  wantsCode: boolean
  /** Whether to remove all browsers and do nothing else. */
  unpairs: boolean
  /** The web app to remove without doing anything else; null without `--forget`. */
  forgets: string | null
}

/** The origin of a web address; null for anything else. */
function originOf(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null
}

/** A connection key of the web app, `https://school.example#key`, as address and key; null for anything else. */
function connectionOf(text: string): Arguments['connection'] {
  const url = originOf(text)
  const key = /#([\w-]{20,})$/.exec(text)?.[1]
  return url === null || key === undefined ? null : { url, key }
}

/** @returns null for anything but the arguments of {@link usage} */
export function parseArguments(args: readonly string[]): Arguments | null {
  const found: Arguments = {
    origins: [],
    connection: null,
    wantsCode: false,
    unpairs: false,
    forgets: null,
  }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--pair') {
      found.wantsCode = true
    } else if (arg === '--unpair') {
      found.unpairs = true
    } else if (arg === '--forget') {
      found.forgets = originOf(rest.shift() ?? '')
      if (found.forgets === null) return null
    } else if (arg === '--connect') {
      found.connection = connectionOf(rest.shift() ?? '')
      if (found.connection === null) return null
    } else {
      const origin = originOf(arg)
      if (origin === null) return null
      found.origins.push(origin)
    }
  }
  return found
}
