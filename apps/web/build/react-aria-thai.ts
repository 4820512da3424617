/**
 * React Aria has texts in 34 languages, but not in Thai. At build time this plugin replaces its
 * English texts by Thai and empties the other languages, which would add 27 KB to the first download.
 */
import type { Plugin } from 'vite'

/** Per folder of React Aria's own texts: an object literal in JavaScript source. */
const thaiTexts: Record<string, string> = {
  autocomplete: `{ collectionLabel: 'รายการที่แนะนำ' }`,
  breadcrumbs: `{ breadcrumbs: 'ตำแหน่งหน้า' }`,
  calendar: `{
    previous: 'เดือนก่อน',
    next: 'เดือนถัดไป',
    selectedDateDescription: (args) => 'วันที่เลือก: ' + args.date,
    selectedRangeDescription: (args) => 'ช่วงวันที่เลือก: ' + args.dateRange,
    todayDate: (args) => 'วันนี้ ' + args.date,
    todayDateSelected: (args) => 'วันนี้ ' + args.date + ' เลือกอยู่',
    dateSelected: (args) => args.date + ' เลือกอยู่',
    startRangeSelectionPrompt: 'กดเพื่อเริ่มเลือกช่วงวันที่',
    finishRangeSelectionPrompt: 'กดเพื่อจบช่วงวันที่',
    minimumDate: 'วันแรกที่เลือกได้',
    maximumDate: 'วันสุดท้ายที่เลือกได้',
    dateRange: (args) => args.startDate + ' ถึง ' + args.endDate,
  }`,
  combobox: `{
    focusAnnouncement: (args) => (args.isGroupChange ? 'กลุ่ม ' + args.groupTitle + ' ' : '') +
      args.optionText + (args.isSelected ? ' เลือกอยู่' : ''),
    countAnnouncement: (args) => 'พบ ' + args.optionCount + ' รายการ',
    selectedAnnouncement: (args) => 'เลือก ' + args.optionText + ' แล้ว',
    buttonLabel: 'แสดงรายการ',
    listboxLabel: 'รายการที่แนะนำ',
  }`,
  menu: `{ longPressMessage: 'กดค้าง หรือกด Alt + ลูกศรลง เพื่อเปิดเมนู' }`,
  overlays: `{ dismiss: 'ปิด' }`,
  searchfield: `{ 'Clear search': 'ล้างค่า' }`,
  spinbutton: `{ Empty: 'ว่าง' }`,
  toast: `{ close: 'ปิด', notifications: (args) => 'การแจ้งเตือน ' + args.count + ' รายการ' }`,
  '': `{ selectPlaceholder: 'เลือก' }`,
}

const textFile =
  /[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*[\\/]intl[\\/](?:(\w+)[\\/])?([a-z]{2}-[A-Z]{2})\.m?js$/

/** Which texts a module holds, or null for any other module. */
function textsOf(moduleId: string): { folder: string; locale: string } | null {
  const match = textFile.exec(moduleId.split('?')[0] ?? '')
  return match?.[2] ? { folder: match[1] ?? '', locale: match[2] } : null
}

/**
 * The English module with the Thai texts in place of its own; unchanged where there are none.
 * @throws Error when the module no longer exports in the one form known here.
 */
export function overlayThai(code: string, folder: string): string {
  const thai = thaiTexts[folder]
  if (thai === undefined) return code
  const found = /export\s*\{\s*(\S+) as default\s*\};?/.exec(code)
  if (!found) throw new Error(`react-aria texts of "${folder}" have an unknown form`)
  const [whole, name] = found
  return code.replace(
    whole,
    () => `Object.assign(${name}, ${thai});\nexport { ${name} as default };`,
  )
}

export function reactAriaThai(): Plugin {
  return {
    name: 'react-aria-thai',
    enforce: 'pre',
    load(id) {
      const texts = textsOf(id)
      return texts && texts.locale !== 'en-US' ? 'export default undefined' : null
    },
    transform(code, id) {
      const texts = textsOf(id)
      return texts?.locale === 'en-US' ? { code: overlayThai(code, texts.folder), map: null } : null
    },
  }
}
