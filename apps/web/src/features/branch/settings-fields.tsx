import { branch } from '@khapdee/contract/entities/branch'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { actionWords } from '@khapdee/domain/words'
import { FileText } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../api/client.ts'
import { useEndpoint } from '../../api/queries.ts'
import { FormUpload, storedPicture } from '../../crud/form-upload.tsx'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { printPdf } from '../../shared/print.ts'
import { Button } from '../../ui/button.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { useDebouncedValue } from '../../ui/hooks.ts'
import { Card } from '../../ui/page.tsx'
import { QrCode } from '../../ui/values.tsx'
import { ExamFeesCard } from './exam-fees.tsx'
import { OpeningHoursCard } from './opening-hours.tsx'

type Values = ValuesOf<typeof branch>

const { FormNumber, FormSegmented, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

/** Fields for the settings of a branch. */
export function SettingsFields({ record }: FieldsProps<typeof branch>) {
  return (
    <>
      <Card title="กติกาการสอบ">
        <div className="form-grid">
          <FormNumber
            name="settings.exam_right_days"
            description="นับจากวันที่ลงทะเบียน พ้นแล้วต้องต่ออายุก่อนจองสอบ"
            className="md:col-span-3"
          />
          <FormNumber
            name="settings.exam_extend_days"
            description="จำนวนวันที่เสนอเมื่อต่ออายุ"
            className="md:col-span-3"
          />
          <FormNumber name="settings.theory_pass_mark" className="col-span-1 md:col-span-3" />
          <FormNumber name="settings.theory_full_mark" className="col-span-1 md:col-span-3" />
          <FormSegmented
            name="settings.exam_no_show"
            description="สิทธิ์ของผู้สมัครที่บันทึกว่าขาดสอบ"
            className="md:col-span-12"
          />
          <FormNumber
            name="settings.exam_offer_hours"
            description="ที่นั่งที่เสนอให้รายชื่อสำรอง ไม่เกิน 2 ชั่วโมงก่อนสอบ"
            className="md:col-span-3"
          />
          <FormSwitch
            name="settings.exam_practice_chair"
            description="ปิดไว้: จัดรอบสอบโดยยังไม่กำหนดประธานได้"
            className="md:col-span-3 md:pt-6"
          />
          <FormNumber
            name="settings.exam_late_minutes"
            description="หลังเวลาเริ่ม ยังลงทะเบียนเข้าสอบและจองรอบนั้นได้"
            className="md:col-span-3"
          />
          <FormSegmented name="settings.exam_checkin_documents" className="md:col-span-3" />
          <FormNumber
            name="settings.exam_late_move_days"
            description="เปลี่ยนวันสอบกระชั้นชิดมีค่าธรรมเนียมตามที่กำหนดด้านล่าง"
            className="md:col-span-6"
          />
          <FormNumber name="settings.exam_max_moves" className="md:col-span-3" />
          <FormNumber name="settings.exam_move_notice_hours" className="md:col-span-3" />
          <FormNumber name="settings.theory_retake_days" className="md:col-span-3" />
          <FormNumber name="settings.practice_retake_days" className="md:col-span-3" />
          <FormSwitch name="settings.exam_requires_full_payment" className="md:col-span-6" />
          <FormSwitch name="settings.exam_theory_first" className="md:col-span-6" />
          <FormSwitch
            name="settings.exam_requires_session"
            description="ปิดไว้: จองวันที่ยังไม่มีรอบสอบได้ แล้วกำหนดรอบภายหลัง"
            className="md:col-span-6"
          />
          <FormSwitch
            name="settings.strict_licences"
            description="ปิดไว้: เตือนเมื่อครูฝึกหรือผู้ทดสอบยังไม่มีใบอนุญาตในระบบ"
            className="md:col-span-6"
          />
          <FormSwitch
            name="settings.strict_vehicles"
            description="ปิดไว้: เตือนเมื่อรถยังไม่มีประเภทใบอนุญาตหรือวันครบกำหนด"
            className="md:col-span-6"
          />
          <FormSwitch
            name="settings.strict_working_time"
            description="ปิดไว้: เตือนเมื่อสาขายังไม่กำหนดเวลาทำการ"
            className="md:col-span-6"
          />
        </div>
      </Card>
      <ExamFeesCard branchId={record?.branch_id} />
      <OpeningHoursCard />
      <DocumentSettings record={record} />
      <PromptPaySettings />
      <Card title={actionWords.refund}>
        <FormSwitch
          name="settings.refund_needs_approval"
          description="เปิดไว้: ผู้ที่รับเงินหรือมีคำขอของใบสมัครนั้นคืนเงิน ยกเลิก หรืออนุมัติคำขอเองไม่ได้ ต้องให้ผู้อื่นพิจารณา ปิดไว้: ผู้มีสิทธิ์คืนเงินทำเองได้"
        />
      </Card>
      <Card title={entities.vehicle.label}>
        <div className="form-grid">
          <FormNumber
            name="settings.vehicle_remind_days"
            label="แจ้งเตือนล่วงหน้า"
            description="เตือนก่อนครบกำหนดภาษี พ.ร.บ. ประกันภัย และตรวจสภาพ"
            className="md:col-span-4"
          />
        </div>
      </Card>
    </>
  )
}

/** Settings of printed documents, with a sample receipt that includes unsaved changes. */
function DocumentSettings({ record }: FieldsProps<typeof branch>) {
  const form = useFormContext<Values>()
  const header = useWatch({ control: form.control, name: 'settings.receipt_header' })
  const showSample = async () => {
    if (record === null || !(await form.trigger(['settings', 'promptpay_id', 'logo_file_id'])))
      return
    const { promptpay_id, logo_file_id, settings } = form.getValues()
    await printPdf(() =>
      call(branch.sample, { branch_id: record.branch_id, promptpay_id, logo_file_id, settings }),
    )
  }
  return (
    <Card
      title="เอกสารและใบเสร็จ"
      actions={
        <Button icon={FileText} onPress={() => void showSample()}>
          ดูตัวอย่างใบเสร็จ
        </Button>
      }
    >
      <div className="form-grid">
        <FormSegmented
          name="settings.receipt_size"
          description="80 มม. สำหรับเครื่องพิมพ์ใบเสร็จแบบม้วน"
          className="md:col-span-5"
        />
        <FormSwitch
          name="settings.receipt_full_idcard"
          description="ปิดไว้: ปิดบังบางหลัก เช่น 1-1000-xxxxx-01-6"
          className="md:col-span-7 md:pt-6"
        />
        <FormSegmented
          name="settings.vat_mode"
          description="มีผลกับใบสมัครใหม่ของสาขา ใบเสร็จแยกภาษี 7/107 เป็นใบกำกับภาษี และต้องมีเลขประจำตัวผู้เสียภาษี กำหนดต่างรายการได้ที่สินค้าและบริการอื่นและค่าคำขอ"
          className="md:col-span-12"
        />
        <FormUpload<Values>
          name="logo_file_id"
          stored={storedPicture(fieldTitles.logo, record?.logo_file_id, record?.logo_link)}
          description="พิมพ์บนหัวเอกสาร A4 และ A5 ใบเสร็จ 80 มม. ไม่พิมพ์โลโก้"
          className="md:col-span-12"
        />
        <FormTextArea
          name="settings.receipt_header"
          rows={3}
          description="ไม่เกิน 3 บรรทัด บรรทัดแรกพิมพ์ตัวใหญ่แทนชื่อโรงเรียน เว้นว่างไว้เมื่อใช้ชื่อโรงเรียน"
          className="md:col-span-6"
        />
        <div className="flex flex-col gap-4 md:col-span-6">
          <FormText name="settings.receipt_footer" description="พิมพ์ท้ายทุกหน้า เช่น ช่องทางติดต่อ" />
          <FormSwitch
            name="settings.receipt_header_address"
            label="พิมพ์ชื่อสาขา ที่อยู่ และโทรศัพท์ใต้หัวเอกสาร"
            description="เลขประจำตัวผู้เสียภาษีพิมพ์ทุกครั้งตามกฎหมาย"
            isDisabled={header === ''}
          />
        </div>
        <p className="text-sm text-muted">มีผลกับเอกสารที่ออกหลังบันทึก เอกสารที่ออกไปแล้วพิมพ์ซ้ำได้เหมือนเดิม</p>
      </div>
    </Card>
  )
}

/** The PromptPay id, with its QR code so that the user can test it before saving. */
function PromptPaySettings() {
  const { control } = useFormContext<Values>()
  const id = useDebouncedValue(useWatch({ control, name: 'promptpay_id' }))
  const isComplete = id !== '' && branch.promptpay.input.safeParse({ promptpay_id: id }).success
  const { data } = useEndpoint(
    branch.promptpay,
    { promptpay_id: id },
    { enabled: isComplete, staleTime: Infinity },
  )
  return (
    <Card title="พร้อมเพย์">
      <div className="form-grid">
        <FormText
          name="promptpay_id"
          ignoreThaiLayout="digits"
          inputMode="numeric"
          description="โทรศัพท์ 10 หลัก เลขผู้เสียภาษี 13 หลัก หรือ e-Wallet 15 หลัก เว้นว่างไว้เมื่อไม่รับโอนด้วยคิวอาร์"
          className="md:col-span-6"
        />
        <figure className="flex items-center gap-3 md:col-span-6">
          <div className="flex aspect-square w-32 shrink-0 items-center justify-center overflow-hidden rounded-md border border-line p-2 text-center text-xs text-muted">
            {isComplete && data ? (
              <QrCode {...data.data} label={`คิวอาร์พร้อมเพย์ ${id}`} />
            ) : (
              'คิวอาร์แสดงเมื่อกรอกหมายเลขครบ'
            )}
          </div>
          <figcaption className="text-sm text-muted">
            ลองสแกนด้วยแอปธนาคาร ตรวจชื่อบัญชีให้ถูกต้องก่อนบันทึก คิวอาร์นี้พิมพ์บนใบสมัครและใบเสร็จที่ยังค้างชำระ
          </figcaption>
        </figure>
      </div>
    </Card>
  )
}
