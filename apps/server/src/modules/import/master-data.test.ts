/** Import and export of promotions, expense items, evaluations and vehicles. */
import { imports } from '@khapdee/contract/entities/import'
import type { ImportKind } from '@khapdee/domain/import'
import { evaluationTypes } from '@khapdee/domain/evaluation'
import { expenseCategories } from '@khapdee/domain/expense-item'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, startApp } from '../../../test/app.ts'
import { makeBranchAdmin, branchAdmin } from '../../../test/make/branch-admin.ts'
import { csvFile } from '../../../test/make/sheet.ts'

let test: TestApp

beforeAll(async () => {
  test = await startApp()
  await makeBranchAdmin(test)
})
afterAll(() => test.close())

const previewOf = async (kind: ImportKind, file: Uint8Array, as = 'admin') =>
  (await test.call(imports[kind].preview, { file }, as)).data

async function importRows(kind: ImportKind, rows: readonly Record<string, string>[]) {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const file = csvFile([headers, ...rows.map((row) => headers.map((name) => row[name] ?? ''))])
  const plan = await previewOf(kind, file)
  const saved = await test.call(imports[kind].confirm, { file, digest: plan.digest }, 'admin')
  return { plan, saved }
}

/** The template with all stored records. */
async function filledTemplate(kind: ImportKind): Promise<Uint8Array> {
  const { content } = (await test.call(imports[kind].template, { filled: 'true' }, 'admin')).data
  return new Uint8Array(Buffer.from(content, 'base64'))
}

const category = Object.values(expenseCategories)[0]?.label ?? ''
const type = Object.values(evaluationTypes)[0]?.label ?? ''

/** For each kind: two new rows, and a change of the first one. */
const samples = [
  [
    'promotion',
    [
      { รหัสส่วนลด: 'IMPORT15', ชื่อส่วนลด: 'นำเข้าหนึ่ง', มูลค่า: '12.5', วันสิ้นสุด: '31/12/2570' },
      { รหัสส่วนลด: 'IMPORT16', ชื่อส่วนลด: 'นำเข้าสอง', มูลค่า: '5' },
    ],
    { รหัสส่วนลด: 'import15', ชื่อส่วนลด: 'เปลี่ยนชื่อ' },
  ],
  [
    'expense-item',
    [
      { ชื่อรายการ: 'ค่าล้างรถ', หมวดหมู่: category },
      { ชื่อรายการ: 'ค่าจอดรถ', หมวดหมู่: category, รายละเอียด: 'รายวัน' },
    ],
    { ชื่อรายการ: 'ค่าล้างรถ', รายละเอียด: 'ทุกสัปดาห์' },
  ],
  [
    'evaluation',
    [
      { หัวข้อประเมิน: 'มองกระจก', ประเภท: type, หมวดหมู่: 'ทั่วไป', ลำดับ: '3' },
      { หัวข้อประเมิน: 'ให้สัญญาณ', ประเภท: type, หมวดหมู่: 'ทั่วไป' },
    ],
    { หัวข้อประเมิน: 'มองกระจก', ลำดับ: '4' },
  ],
  [
    'vehicle',
    [
      { ทะเบียนรถ: '1กข 11', จังหวัดที่จดทะเบียน: 'ขอนแก่น', ประเภทรถ: 'รถตู้', สาขา: 'KKN' },
      { ทะเบียนรถ: '1กข 12', จังหวัดที่จดทะเบียน: 'ขอนแก่น', ประเภทรถ: 'รถตู้', สาขา: 'BPI' },
    ],
    { ทะเบียนรถ: '1กข-1 1', จังหวัดที่จดทะเบียน: 'ขอนแก่น', ยี่ห้อ: 'TOYOTA' },
  ],
] as const satisfies readonly (readonly [
  ImportKind,
  readonly Record<string, string>[],
  Record<string, string>,
])[]

describe.each(samples)('the import of %s records', (kind, rows, change) => {
  it('creates them, finds them by their key, and reads the filled template back without a change', async () => {
    const { plan, saved } = await importRows(kind, rows)
    expect(plan.counts).toEqual({ new: 2, changed: 0, same: 0, wrong: 0 })
    expect(saved.data.rows).toHaveLength(2)

    const changed = await importRows(kind, [{ ...rows[0], ...change }])
    expect(changed.plan.counts).toEqual({ new: 0, changed: 1, same: 0, wrong: 0 })
    expect(changed.plan.rows[0]?.id).toBe(saved.data.rows[0]?.id)
    expect(changed.saved.status).toBe(200)

    const { rows: read, counts } = await previewOf(kind, await filledTemplate(kind))
    expect(read.filter(({ state }) => state !== 'same')).toEqual([])
    expect(counts.same).toBeGreaterThanOrEqual(2)
  })
})

it('refuses a vehicle of another branch', async () => {
  const headers = ['ทะเบียนรถ', 'จังหวัดที่จดทะเบียน', 'ประเภทรถ', 'สาขา']
  const file = csvFile([headers, ['9กข 1', 'ขอนแก่น', 'รถตู้', 'BPI']])
  const { counts } = await previewOf('vehicle', file, branchAdmin)
  expect(counts.wrong).toBe(1)
})
