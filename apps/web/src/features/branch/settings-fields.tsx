import type { branch } from '@khapdee/contract/entities/branch'
import type { FieldsProps, ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { DocumentSettings } from './document-settings.tsx'
import { PromptPaySettings } from './promptpay-settings.tsx'

type Values = ValuesOf<typeof branch>

const { FormNumber, FormSwitch } = fieldsOf<Values>()

/** What a branch decides for itself, each with what it brings about. */
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
            description="จำนวนวันที่เสนอเมื่อต่ออายุ เจ้าหน้าที่แก้ได้"
            className="md:col-span-3"
          />
          <FormNumber
            name="settings.theory_retake_days"
            description="สอบไม่ผ่านแล้วจองใหม่ได้หลังจากนี้"
            className="md:col-span-3"
          />
          <FormNumber
            name="settings.practice_retake_days"
            description="สอบไม่ผ่านแล้วจองใหม่ได้หลังจากนี้"
            className="md:col-span-3"
          />
          <FormSwitch
            name="settings.exam_requires_full_payment"
            description="ผู้สมัครที่ค้างชำระจองหรือเลื่อนวันสอบไม่ได้"
            className="md:col-span-6"
          />
          <FormSwitch
            name="settings.exam_requires_session"
            description="ปิดไว้: จองในวันที่ยังไม่เปิดรอบสอบได้"
            className="md:col-span-6"
          />
        </div>
      </Card>
      <DocumentSettings record={record} />
      <PromptPaySettings />
      <Card title="ยานพาหนะ">
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
