import { branch } from '@khapdee/contract/entities/branch'
import { FileText } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { call } from '../../api/client.ts'
import { printPdf } from '../../shared/print.ts'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { FormUpload, storedPicture } from '../../crud/form-upload.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof branch>

const { FormSegmented, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

/** What stands on printed documents, with a sample that shows what is not saved yet. */
export function DocumentSettings({ record }: FieldsProps<typeof branch>) {
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
        <FormUpload<Values>
          name="logo_file_id"
          stored={storedPicture('โลโก้', record?.logo_file_id, record?.logo_link)}
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
