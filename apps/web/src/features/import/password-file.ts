import type { ImportOutcome } from '@khapdee/contract/entities/import'

/** No cell may begin like a formula; the names come from somebody's file. */
const cell = (text: string) =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** First passwords as CSV, marked as UTF-8 so that Excel reads the Thai in it. */
export function passwordFile(given: ImportOutcome['passwords']): string {
  const rows = given.map(({ name, username, first_password }) => [name, username, first_password])
  const lines = [['ชื่อ', 'ชื่อผู้ใช้', 'รหัสผ่านเริ่มต้น'], ...rows].map((row) => row.map(cell).join(','))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}
