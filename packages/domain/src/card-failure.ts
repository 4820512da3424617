/**
 * Why a card was not read: the answer of the reader program in the form of the DLTNatID service, a code of our own program,
 * which distinguishes more causes than that service, and the message for the clerk.
 */

interface CardFailureInfo {
  /** The text in answers of DLTNatID, for clients that know only these. */
  readonly result: 'read initiate failed' | 'error at read' | 'error phrasing data'
  readonly ecode: number | string
  readonly message: string
}

const atRead = (ecode: string, message: string) =>
  ({ result: 'error at read', ecode, message }) as const
const atStart = (ecode: number, message: string) =>
  ({ result: 'read initiate failed', ecode, message }) as const

/** `ecode` of DLTNatID when there is no reader. */
export const noReaderCode = 'Could not find any Smartcard reader.'

/** The screen on which a clerk sets up the reader; the end of the messages that refer to it. */
export const onReaderScreen = 'ในหน้าเครื่องอ่านบัตร'

export const cardFailures = {
  NO_PROGRAM: atRead('No answer', 'ไม่พบโปรแกรมอ่านบัตรบนเครื่องนี้'),
  NOT_CONNECTED: atRead(
    'Not connected',
    `โปรแกรมอ่านบัตรของเคาน์เตอร์นี้ไม่ได้เชื่อมต่อกับเซิร์ฟเวอร์ กรุณาเปิดโปรแกรม หรือเลือกเครื่องอ่านบัตรใหม่${onReaderScreen}`,
  ),
  REVOKED: atRead(
    'Revoked',
    `การเชื่อมต่อของเครื่องอ่านบัตรนี้ถูกยกเลิกแล้ว กรุณาเลือกเครื่องอ่านบัตรใหม่${onReaderScreen}`,
  ),
  NOT_ALLOWED: atRead(
    'Not allowed',
    'ไม่มีสิทธิ์อ่านบัตรด้วยเครื่องอ่านบัตรนี้ กรุณาเลือกเครื่องอ่านบัตรใหม่ หรือติดต่อผู้ดูแล',
  ),
  NOT_CHOSEN: atRead('Not chosen', `ยังไม่ได้เลือกเครื่องอ่านบัตรของเคาน์เตอร์นี้ กรุณาเลือก${onReaderScreen}`),
  NO_SERVER: atRead('No server', 'อ่านบัตรผ่านเซิร์ฟเวอร์ไม่ได้ กรุณาลองใหม่อีกครั้งเมื่อเชื่อมต่อระบบได้'),
  NO_SERVICE: atRead(
    'Smart card service is not running',
    'บริการสมาร์ตการ์ดของเครื่องนี้ไม่ทำงาน กรุณาเปิดบริการ Smart Card (pcscd) แล้วลองอีกครั้ง',
  ),
  SERVICE_DENIED: atRead(
    'Access denied',
    'ระบบปฏิบัติการไม่อนุญาตให้โปรแกรมอ่านบัตรใช้เครื่องอ่านบัตร กรุณาเปิดโปรแกรมด้วยผู้ใช้ที่เข้าสู่ระบบที่เครื่องนี้โดยตรง ไม่ใช่ผ่าน SSH',
  ),
  NO_READER: atRead(noReaderCode, 'ไม่พบเครื่องอ่านบัตรประชาชน'),
  /** Answered by DLTNatID, which needs a single reader. */
  MANY_READERS: atStart(256, 'มีเครื่องอ่านบัตรเชื่อมต่อหลายเครื่อง กรุณาถอดให้เหลือ 1 เครื่อง'),
  /**
   * Answered by our program, which finds the card in any reader. Its answer lists the `devices`, so
   * that other clients read it as MANY_READERS.
   */
  MANY_CARDS: atStart(256, 'มีบัตรอยู่ในเครื่องอ่านบัตรมากกว่า 1 เครื่อง กรุณาดึงบัตรออกให้เหลือใบเดียว'),
  NO_CARD: atRead('No card', 'ไม่พบบัตรประชาชน กรุณาเสียบบัตร'),
  MUTE: atStart(256, 'กรุณาตรวจสอบว่าเสียบบัตรถูกด้านหรือไม่ หรือเช็ดทำความสะอาดชิปแล้วลองอีกครั้ง'),
  WRONG_CARD: atStart(1, 'ไม่ใช่บัตรประชาชน หรือเป็นรุ่นที่ไม่รองรับ'),
  REMOVED: atRead('Card removed', 'บัตรถูกดึงออกก่อนอ่านเสร็จ กรุณาเสียบบัตรค้างไว้แล้วลองใหม่'),
  SLOW: atRead('Timeout', 'บัตรตอบช้าเกินไป กรุณาดึงบัตรออก เสียบใหม่ แล้วลองอีกครั้ง'),
  IN_USE: atRead('Sharing violation', 'โปรแกรมอื่นกำลังใช้เครื่องอ่านบัตรอยู่ กรุณาปิดโปรแกรมนั้นแล้วลองใหม่'),
  UNREADABLE: { result: 'error phrasing data', ecode: '', message: 'อ่านข้อมูลบัตรไม่สำเร็จ กรุณาลองใหม่' },
  BAD_NUMBER: {
    result: 'error phrasing data',
    ecode: 'Check digit',
    message: 'เลขประจำตัวประชาชนในบัตรไม่ถูกต้อง กรุณาลองใหม่ หรือกรอกข้อมูลเอง',
  },
  FOREIGNER: {
    result: 'error phrasing data',
    ecode: 'Not a national',
    message:
      'บัตรนี้เป็นบัตรของผู้ไม่มีสัญชาติไทย ระบบอ่านได้เฉพาะบัตรประจำตัวประชาชน กรุณาเลือก “ชาวต่างชาติ” แล้วกรอกข้อมูลเอง',
  },
  NOT_PAIRED: atRead('Not paired', `ยังไม่ได้จับคู่กับโปรแกรมอ่านบัตร กรุณากรอกรหัสจับคู่${onReaderScreen}`),
  BAD_ORIGIN: atRead(
    'Origin not allowed',
    'โปรแกรมอ่านบัตรไม่อนุญาตให้เว็บไซต์นี้อ่านบัตร กรุณาแจ้งผู้ดูแลให้เพิ่มที่อยู่ของเว็บไซต์นี้ในโปรแกรม',
  ),
} as const satisfies Record<string, CardFailureInfo>

export type CardFailure = keyof typeof cardFailures

export const isCardFailure = (code: string): code is CardFailure =>
  Object.hasOwn(cardFailures, code)

/**
 * The answer of our own reader program for a card that was not read.
 * @param devices the names of the readers, where they are the cause
 */
export const failureAnswer = (code: CardFailure, devices?: readonly string[]) => {
  const { result, ecode, message } = cardFailures[code]
  return { result, ecode, code, message, ...(devices && { devices }) }
}
