/** The settings of the whole school; read-only without the permission to change them. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { sums } from '@khapdee/contract/entities/application-shapes'
import { customerFields } from '@khapdee/contract/entities/customer'
import { school } from '@khapdee/contract/entities/school'
import { titleOf } from '@khapdee/contract/field-meta'
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { payslipTitle } from '@khapdee/domain/payroll/payslip'
import { headings } from '@khapdee/domain/words'
import type { z } from 'zod'
import { describeFields } from '../../api/describe-fields.ts'
import { FormUpload, storedPicture } from '../../crud/form-upload.tsx'
import { FormPage } from '../../crud/resource-form.tsx'
import { useStoredForm } from '../../crud/use-entity-form.ts'
import { useSession } from '../../session/session.ts'
import { paths } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { SaveButton } from '../../ui/button.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Card } from '../../ui/page.tsx'

type Values = z.output<typeof school.update.input>
type Stored = OutputOf<typeof school.get>['data']

const { FormNumber, FormSegmented, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

const formId = 'school'
const title = entities.school.permission.label

export function SchoolScreen() {
  return (
    <Permitted permission="settings.view">
      <SchoolForm />
    </Permitted>
  )
}

function SchoolForm() {
  useDocumentTitle(title)
  const mayWrite = useSession().can('settings.update')
  const { form, record, loadError, refetch, show, save, pending } = useStoredForm<Values, Stored>({
    endpoint: school.update,
    read: { endpoint: school.get, input: {} },
    draftKey: paths.school,
    onSaved: (data): void => show(data),
  })
  useSaveShortcut(() => {
    if (mayWrite && record !== null) void save()
  })

  return (
    <FormPage
      title={title}
      name={undefined}
      back={paths.home}
      save={mayWrite && <SaveButton form={formId} pending={pending} isDisabled={record === null} />}
      dirty={form.formState.isDirty}
    >
      {record === null ? (
        <RecordLoading error={loadError} onRetry={refetch} />
      ) : (
        <EntryForm
          form={form}
          describe={describeFields(school.fields)}
          id={formId}
          label={title}
          onSubmit={(event) => void save(event)}
        >
          <fieldset disabled={!mayWrite} className="flex min-w-0 flex-col gap-3.5">
            <Card title={entities.school.label}>
              <div className="form-grid">
                <FormText name="name" className="md:col-span-6" />
                <FormText
                  name="name_en"
                  description="พิมพ์ใต้ชื่อภาษาไทย เว้นว่างไว้เมื่อไม่พิมพ์"
                  className="md:col-span-6"
                />
                <FormUpload<Values>
                  name="logo_file_id"
                  stored={storedPicture(fieldTitles.logo, record.logo_file_id, record.logo_link)}
                  description="พิมพ์บนเอกสารของสาขาที่ไม่มีโลโก้ของตนเอง"
                  className="md:col-span-12"
                />
              </div>
            </Card>
            <Card title={headings.documents}>
              <div className="form-grid">
                <FormSegmented name="form_idcard" className="md:col-span-6" />
                <FormSegmented name="receipt_idcard" className="md:col-span-6" />
                <p className="text-sm text-muted md:col-span-12">
                  มีผลกับเอกสารที่ออกหลังบันทึก เอกสารที่ออกไปแล้วพิมพ์ซ้ำได้เหมือนเดิม
                </p>
              </div>
            </Card>
            <Card title="กติกาการสอบ">
              <FormSwitch
                name="exam_across_branches"
                description="การชำระเงินและค่าธรรมเนียมเป็นไปตามสาขาของสิทธิ์สอบ จำนวนรับและเวลาลงทะเบียนเข้าสอบเป็นไปตามสาขาที่จัดสอบ"
              />
            </Card>
            <Card title={payslipTitle}>
              <FormSegmented name="payslip_password" />
              <p className="text-sm text-muted">
                ผู้เปิดไฟล์เห็นเพียงรูปแบบของรหัสผ่าน ไฟล์รวมสำหรับพิมพ์ทั้งเดือนไม่ล็อก
              </p>
            </Card>
            <Card title={titleOf(customerFields, 'idcard')}>
              <div className="form-grid">
                <FormNumber
                  name="number_misses_per_hour"
                  description="ผู้ใช้ที่ไม่มีสิทธิ์ดูเลขเต็มจะค้นหาด้วยเลขเต็มต่อไม่ได้จนครบชั่วโมง"
                  className="md:col-span-6"
                />
              </div>
            </Card>
            <Card title={titleOf(sums, 'balance')}>
              <div className="form-grid">
                <FormNumber name="due_date_max_days" className="md:col-span-4" />
                <FormTextArea
                  name="follow_up_presets"
                  description="หนึ่งบรรทัดต่อหนึ่งคำตอบ ให้กดเลือกเมื่อบันทึกการติดตาม"
                  rows={6}
                  className="md:col-span-8"
                />
              </div>
            </Card>
          </fieldset>
        </EntryForm>
      )}
    </FormPage>
  )
}
