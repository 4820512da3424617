/**
 * React Aria has texts in 34 languages, but not in Thai. At build time this plugin replaces its
 * English texts by Thai and empties the other languages, which would add 27 KB to the first download.
 */
import type { Plugin } from 'vite'

/** The Thai texts by the name of React Aria's folder; each value is the JavaScript source of an object. */
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
  searchfield: `{ 'Clear search': 'ล้างคำค้นหา' }`,
  spinbutton: `{ Empty: 'ว่าง' }`,
  toast: `{ close: 'ปิด', notifications: (args) => 'การแจ้งเตือน ' + args.count + ' รายการ' }`,
  '': `{ selectPlaceholder: 'เลือก' }`,
}

const textFile =
  /[\\/](?:react-aria|react-stately|react-aria-components)[\\/].*[\\/]intl[\\/](?:(\w+)[\\/])?([a-z]{2}-[A-Z]{2})\.m?js$/

/** The folder and locale of a React Aria text module, or null for any other module. */
function textModuleOf(moduleId: string): { folder: string; locale: string } | null {
  const match = textFile.exec(moduleId.split('?')[0] ?? '')
  return match?.[2] ? { folder: match[1] ?? '', locale: match[2] } : null
}

/**
 * Returns the source of an English text module with Thai texts in place of its own, or unchanged when
 * the folder has no Thai texts.
 * @throws Error when the module has no default export in the expected form
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
      const texts = textModuleOf(id)
      return texts && texts.locale !== 'en-US' ? 'export default undefined' : null
    },
    transform(code, id) {
      const texts = textModuleOf(id)
      return texts?.locale === 'en-US' ? { code: overlayThai(code, texts.folder), map: null } : null
    },
  }
}
