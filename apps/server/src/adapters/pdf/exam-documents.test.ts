import { day } from '@khapdee/domain/thai-date'
import { describe, expect, it } from 'vitest'
import { certificateDocument } from './certificate.ts'
import { examSlipDocument } from './exam-slip.ts'
import { type PdfJob, renderJob } from './job.ts'
import { qrIn } from './test/decode-qr.ts'
import {
  certificateView,
  examResultsView,
  examRosterView,
  examSlipView,
  verifyUrl,
} from './test/exam-samples.ts'
import { pdftotext } from './test/pdftotext.ts'
import { readPdf } from './test/read-pdf.ts'
import { copy, current, original, voided } from './test/sample-views.ts'

const print = current

async function textOf(job: PdfJob) {
  const pages = readPdf(await renderJob(job))
  return pages.map(({ text }) => text.replace(/\s+/g, ' ')).join(' ')
}

describe.each(['A5', '80mm'] as const)('an appointment slip on %s', (size) => {
  const view = examSlipView({ size })
  const job: PdfJob = { kind: 'exam-slip', view, print }

  it('shows candidate, exam, day, time and place, what to bring, the last day and the moves left', async () => {
    expect(readPdf(await renderJob(job))).toHaveLength(1)
    const text = await textOf(job)
    for (const expected of [
      'ใบนัดสอบ',
      'โรงเรียนสอนขับรถขับดี',
      'สาขาบ้านไผ่',
      'ศิรินทร์ทิพย์',
      '1-1000-xxxxx-01-6',
      '081-234-5678',
      'AP-BPI-6911-0017',
      'ภาคปฏิบัติ',
      size === 'A5' ? '28 พฤศจิกายน 2569' : '28/11/2569',
      '09:00–11:00 น.',
      'ห้องเรียน 1',
      'บัตรประจำตัวประชาชนตัวจริง',
      'ใบรับรองแพทย์',
      'สิทธิ์สอบถึงวันที่ 19 กุมภาพันธ์ 2570',
      'ลงทะเบียนเข้าสอบได้ถึงเวลา 09:30 น.',
      'เปลี่ยนวันสอบได้อีก 2 ครั้ง',
      '7F3A-90C2-B41D',
    ]) {
      expect(text).toContain(expected)
    }
  })

  it('has the code as QR code', () => {
    expect(qrIn(examSlipDocument(view, print))).toBe('7F3A90C2B41D')
  })

  it('shows no time without a session', async () => {
    expect(await textOf({ kind: 'exam-slip', view: { ...view, time: '' }, print })).not.toContain(
      'เวลา 09:00',
    )
  })

  it('gives the same bytes for the same data, also after it was stored as JSON', async () => {
    const stored = JSON.parse(JSON.stringify(job)) as PdfJob
    expect(Buffer.compare(await renderJob(job), await renderJob(stored))).toBe(0)
  })
})

describe('a roster', () => {
  it('repeats the header of the table on every page of 40 candidates, and names each once', async () => {
    const pages = readPdf(await renderJob({ kind: 'exam-roster', view: examRosterView(40), print }))
    expect(pages.length).toBeGreaterThan(2)
    const withCandidates = pages.filter(({ text }) => text.includes('AP-BPI-'))
    for (const { text } of withCandidates) {
      expect(text).toContain('ลำดับ ผู้เข้าสอบ เลขประจำตัว โทรศัพท์')
    }
    const text = pages.map((page) => page.text).join('\n')
    for (let n = 1; n <= 40; n++) {
      expect(text.split(`AP-BPI-6911-${String(n).padStart(4, '0')}`)).toHaveLength(2)
    }
    expect(pages.at(-1)?.text).toContain('ก้องเกียรติ ชัยชำนาญ')
  })

  it('never has the signatures of a panel on a page without candidates', async () => {
    const panel = examRosterView().panel
    for (const signers of [1, 4]) {
      for (let count = 2; count <= 16; count++) {
        const view = examRosterView(count, { panel: panel.slice(0, signers) })
        const last = readPdf(await renderJob({ kind: 'exam-roster', view, print })).at(-1)?.text
        expect(last).toContain('(ก้องเกียรติ ชัยชำนาญ)')
        expect(last).toContain('ลำดับ ผู้เข้าสอบ')
        expect(last?.match(/AP-BPI-/g)?.length).toBeGreaterThanOrEqual(Math.min(count, 2))
      }
    }
  })

  it('flags balances and missing documents, and formats whole and masked numbers', async () => {
    const text = await textOf({ kind: 'exam-roster', view: examRosterView(7), print })
    for (const expected of [
      'ใบรายชื่อผู้เข้าสอบ',
      '7/40 คน',
      'ก้องเกียรติ ชัยชำนาญ (ประธาน)',
      'วิภา รุ่งเรือง (กรรมการ)',
      '1-1000-00000-01-6',
      '1-1000-xxxxx-01-6',
      'ค้างชำระ',
      'ขาด 2',
      'ลายมือชื่อ',
    ]) {
      expect(text).toContain(expected)
    }
  })

  it('omits the licence type when it is the same for all candidates', async () => {
    const heading = 'โทรศัพท์ ประเภทใบอนุญาต'
    expect(await textOf({ kind: 'exam-roster', view: examRosterView(3), print })).toContain(heading)
    expect(await textOf({ kind: 'exam-roster', view: examRosterView(2), print })).not.toContain(
      heading,
    )
  })

  it('is printed without candidates and without a panel', async () => {
    const view = examRosterView(0, { panel: [] })
    expect(await textOf({ kind: 'exam-roster', view, print })).toContain('ผู้คุมสอบ')
  })
})

describe('a result sheet', () => {
  it('shows results, scores, totals and the signatures of the panel', async () => {
    const text = await textOf({ kind: 'exam-results', view: examResultsView(6), print })
    for (const expected of [
      'ใบสรุปผลสอบ',
      'คะแนน (50)',
      '48 ผ่าน',
      '40 ไม่ผ่าน สอบแก้ตัว',
      'ขาดสอบ',
      '12 ทำข้อสอบไม่เสร็จ',
      'ผู้เข้าสอบทั้งหมด 6 คน',
      'ผ่าน 2 คน',
      'ไม่ผ่าน 2 คน (ทำข้อสอบไม่เสร็จ 1 คน)',
      'ขาดสอบ 1 คน',
      'ยังไม่มีผล 1 คน',
      '(ก้องเกียรติ ชัยชำนาญ)',
      '(ธนพัฒน์ ศรีสุวรรณกุลชัยพัฒนา)',
    ]) {
      expect(text).toContain(expected)
    }
  })

  it('has its totals and signatures on a page with candidates', async () => {
    for (let count = 10; count <= 24; count++) {
      const view = examResultsView(count)
      const last = readPdf(await renderJob({ kind: 'exam-results', view, print })).at(-1)?.text
      for (const expected of ['(ก้องเกียรติ ชัยชำนาญ)', 'สรุปผล', 'AP-BPI-']) {
        expect(last).toContain(expected)
      }
    }
  })

  it("shows the branch's maximum points, and none for a practice exam", async () => {
    const titleOf = async (full_mark: number | null) =>
      /คะแนน( \(\d+\))?/.exec(
        await textOf({ kind: 'exam-results', view: examResultsView(1, { full_mark }), print }),
      )?.[0]
    expect([await titleOf(20), await titleOf(null)]).toEqual(['คะแนน (20)', 'คะแนน'])
    const mixed = {
      kind: 'exam-results',
      view: examResultsView(1, { full_mark: null }),
      print,
    } as const
    expect(await textOf(mixed)).toContain('48/50')
  })

  it('repeats the header of the table on every page of 40 candidates', async () => {
    const pages = readPdf(
      await renderJob({ kind: 'exam-results', view: examResultsView(40), print }),
    )
    const withCandidates = pages.filter(({ text }) => text.includes('AP-BPI-'))
    expect(withCandidates.length).toBeGreaterThan(1)
    for (const { text } of withCandidates) expect(text).toContain('ลำดับ ผู้เข้าสอบ')
  })
})

describe('a certificate', () => {
  const job = (changes: Parameters<typeof certificateView>[0] = {}, mark = original): PdfJob => ({
    kind: 'certificate',
    view: certificateView(changes),
    verifyUrl,
    print: mark,
  })

  it('shows number, holder, course, exams with their days, and the day of issue on one page', async () => {
    expect(readPdf(await renderJob(job()))).toHaveLength(1)
    const text = await textOf(job())
    for (const expected of [
      'หนังสือรับรองผลการอบรมและทดสอบ',
      'เลขที่ CT-BPI-6911-0007',
      'ต้นฉบับ',
      'นางสาวศิรินทร์ทิพย์ ป้ำเจริญสิ้นสุดฟุ้งเฟื่อง',
      '1-1000-xxxxx-01-6',
      'ได้ผ่านการอบรมและทดสอบตามหลักสูตร',
      'รถยนต์ เกียร์อัตโนมัติ',
      'ภาคทฤษฎี รถยนต์ สอบผ่านวันที่ 21 พฤศจิกายน 2569',
      'ภาคปฏิบัติ รถยนต์ สอบผ่านวันที่ 28 พฤศจิกายน 2569',
      'ให้ไว้ ณ วันที่ 28 พฤศจิกายน 2569',
      'ผู้มีอำนาจลงนาม',
    ]) {
      expect(text).toContain(expected)
    }
  })

  it('is on one page with five exams, long names and a long footer, and keeps its signature', async () => {
    const name = 'ภาคปฏิบัติ รถจักรยานยนต์ขนาดใหญ่ (Big Bike)'
    const exams = Array.from({ length: 5 }, () => ({ name, passed_on: day('2026-11-28') }))
    const sample = certificateView()
    const words = 'โรงเรียนสอนขับรถและศูนย์ฝึกอบรมมาตรฐานแห่งชาติ '
    const school = { ...sample.school, address: words.repeat(5), footer: words.repeat(6) }
    const long = job({
      exams,
      school,
      holder: `${sample.holder} ณ อยุธยาเทพหัสดินรัตนโกสินทร์มหินทรายุธยามหาดิลกภพ`,
      item: 'หลักสูตรรถยนต์ เกียร์ธรรมดาและเกียร์อัตโนมัติ พร้อมสอบใบขับขี่ทุกประเภท '.repeat(3),
    })
    const pages = readPdf(await renderJob(long))
    expect(pages).toHaveLength(1)
    expect(pages[0]?.text).toContain('ผู้มีอำนาจลงนาม')
  })

  it('has a QR code of the public page', () => {
    expect(qrIn(certificateDocument(certificateView(), verifyUrl, original))).toBe(verifyUrl)
  })

  it('is marked as a copy, and shows the time of its cancellation', async () => {
    expect(await textOf(job({}, copy))).toContain('สำเนา')
    expect(await textOf(job({}, voided))).toContain('ยกเลิกเมื่อ 22/11/2569 09:00 น.')
  })

  it('does not mention training for an exam fee', async () => {
    expect(await textOf(job({ is_course: false }))).not.toContain('การอบรมและทดสอบตาม')
  })

  it('gives the same bytes for the same data, also after it was stored as JSON', async () => {
    const stored = JSON.parse(JSON.stringify(job())) as PdfJob
    expect(Buffer.compare(await renderJob(job()), await renderJob(stored))).toBe(0)
  })
})

it.runIf(pdftotext.available)('contains text that poppler extracts', async () => {
  const text = pdftotext.read(
    await renderJob({ kind: 'exam-roster', view: examRosterView(4), print }),
  )
  expect(text).toContain('ศิรินทร์ทิพย์')
  expect(text).not.toContain('\u200B')
})
