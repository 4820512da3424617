/** The settings of the whole school; read-only without the permission to change them. */
import { school } from '@khapdee/contract/entities/school'
import { entities } from '@khapdee/domain/entities'
import { headings } from '@khapdee/domain/words'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { describeFields } from '../../api/describe-fields.ts'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { FormUpload, storedPicture } from '../../crud/form-upload.tsx'
import { FormPage } from '../../crud/resource-form.tsx'
import { blankValues, valuesOf } from '../../crud/use-entity-form.ts'
import { useSession } from '../../session/session.ts'
import { alerts } from '../../shared/alerts.ts'
import { useFormDraft } from '../../shared/form-draft.ts'
import { paths } from '../../shared/paths.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { useSaveShortcut } from '../../shared/shortcuts.ts'
import { SaveButton } from '../../ui/button.tsx'
import { RecordLoading } from '../../ui/feedback.tsx'
import { EntryForm } from '../../ui/form/entry-form.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { Card } from '../../ui/page.tsx'

type Values = z.output<typeof school.update.input>

const { FormSegmented, FormText } = fieldsOf<Values>()

const formId = 'school'
const title = entities.school.permission.label
const schema = school.update.input
const blank = blankValues(schema) as Values
const resolver = schemaResolver<Values>(schema)

export function SchoolScreen() {
  return (
    <Permitted to="settings.view">
      <SchoolForm />
    </Permitted>
  )
}

function SchoolForm() {
  useDocumentTitle(title)
  const mayWrite = useSession().can('settings.update')
  const query = useEndpoint(school.get, {}, { staleTime: 0 })
  // Cached settings may have an old version, with which saving would be refused.
  const record = query.isSuccess && query.isFetchedAfterMount ? query.data.data : null
  const form = useForm<Values>({ defaultValues: blank, resolver })
  const { isDirty } = form.formState
  const show = (stored: object) => form.reset(valuesOf(schema, stored) as Values)

  useEffect(() => {
    // Newer settings do not replace typed values; saving them is then refused with CONFLICT.
    if (record !== null && !isDirty) show(record)
    // The effect runs for newer settings, but not when the form becomes clean.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record])
  useEffect(() => alerts.reset(), [])
  useFormDraft(form, paths.school, record !== null)

  const command = useCommand(school.update, {
    onSuccess: ({ data }) => show(data),
    onError: (error) => showOnFields(form, error),
    reload: async () => {
      const { data } = await query.refetch()
      if (data) show(data.data)
    },
  })
  const save = form.handleSubmit(async (values) => {
    await command.mutate(values)
  })
  useSaveShortcut(() => {
    if (mayWrite && record !== null) void save()
  })

  return (
    <FormPage
      title={title}
      name={undefined}
      back={paths.home}
      save={
        mayWrite && (
          <SaveButton form={formId} pending={command.pending} isDisabled={record === null} />
        )
      }
      dirty={isDirty}
    >
      {record === null ? (
        <RecordLoading error={query.error} onRetry={() => void query.refetch()} />
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
                  stored={storedPicture('โลโก้', record.logo_file_id, record.logo_link)}
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
          </fieldset>
        </EntryForm>
      )}
    </FormPage>
  )
}
