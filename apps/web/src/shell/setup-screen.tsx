import { firstAdministrator } from '@khapdee/contract/entities/first-administrator'
import { actionWords } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { paths } from '../shared/paths.ts'
import { describeFields } from '../api/describe-fields.ts'
import { useCommand, useEndpoint } from '../api/queries.ts'
import { schemaResolver, showOnFields } from '../api/form-errors.ts'
import { Alert } from '../ui/feedback.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { fieldsOf } from '../ui/form/form-fields.tsx'
import { FieldDescriptions } from '../ui/form/use-form-field.ts'
import { useDocumentTitle } from '../shared/screen.tsx'
import { AuthLayout } from './sign-in-screen.tsx'

const { FormPassword, FormText } = fieldsOf<SetupValues>()

const blank = {
  token: '',
  school_name: '',
  branch_code: '',
  branch_name: '',
  username: '',
  password: '',
  fname: '',
  sname: '',
}
type SetupValues = typeof blank

/**
 * Creates the first administrator and branch of an empty installation. Opened by the one-time link
 * that the server prints at each start while there are no users.
 */
export function SetupScreen({ token }: { token: string }) {
  useDocumentTitle('ตั้งค่าครั้งแรก')
  const [isDone, setDone] = useState(false)
  const form = useForm({
    defaultValues: { ...blank, token },
    resolver: schemaResolver<SetupValues>(firstAdministrator.setup.input),
  })
  const setup = useCommand(firstAdministrator.setup, {
    alert: 'none',
    onSuccess: () => setDone(true),
    onError: (error) => showOnFields(form, error),
  })

  const { data: state } = useEndpoint(firstAdministrator.state, { token })

  if (isDone) {
    return (
      <AuthLayout>
        <Alert tone="success">บันทึกข้อมูลเรียบร้อยแล้ว</Alert>
        <SignInLink />
      </AuthLayout>
    )
  }
  if (state?.data.is_valid === false) return <DeadLink isEmpty={state.data.is_empty} />
  return (
    <AuthLayout>
      <FormProvider {...form}>
        <FieldDescriptions value={describeFields(firstAdministrator.setup.input)}>
          <form
            noValidate
            aria-label="ตั้งค่าครั้งแรก"
            onSubmit={form.handleSubmit((values) => setup.mutate(values))}
            className="card flex w-full max-w-160 flex-col gap-4 p-6"
          >
            {setup.error !== null && <Alert tone="error">{setup.error.message}</Alert>}
            <fieldset className="form-grid">
              <legend className="mb-2 text-lg font-semibold">โรงเรียนและสาขาแรก</legend>
              <FormText name="school_name" autoFocus />
              <FormText
                name="branch_code"
                ignoreThaiLayout="code"
                description="A–Z 2–5 ตัว"
                className="md:col-span-4"
              />
              <FormText name="branch_name" className="md:col-span-8" />
            </fieldset>
            <fieldset className="form-grid">
              <legend className="mb-2 text-lg font-semibold">ผู้ดูแลระบบ</legend>
              <FormText name="fname" className="md:col-span-6" />
              <FormText name="sname" className="md:col-span-6" />
              <FormText
                name="username"
                autoComplete="username"
                description="a–z 0–9 . _ -"
                className="md:col-span-6"
              />
              <FormPassword
                name="password"
                autoComplete="new-password"
                description="อย่างน้อย 10 ตัวอักษร"
                className="md:col-span-6"
              />
            </fieldset>
            <Button type="submit" kind="primary" pending={setup.pending} className="self-end">
              {actionWords.save}
            </Button>
          </form>
        </FieldDescriptions>
      </FormProvider>
    </AuthLayout>
  )
}

const SignInLink = () => (
  <Link to={paths.login} className={buttonClass({ kind: 'primary' })}>
    {actionWords.signIn}
  </Link>
)

/** Explains that the link is no longer valid, and how to get another one. */
function DeadLink({ isEmpty }: { isEmpty: boolean }) {
  return (
    <AuthLayout>
      {isEmpty ? (
        <div className="max-w-160">
          <Alert tone="error">
            ลิงก์ตั้งค่าครั้งแรกนี้ใช้ไม่ได้แล้ว กรุณาเริ่มเซิร์ฟเวอร์ใหม่ แล้วเปิดลิงก์ล่าสุดที่แสดงในหน้าต่างหรือบันทึกของเซิร์ฟเวอร์
          </Alert>
        </div>
      ) : (
        <>
          <Alert tone="warning">ระบบนี้ตั้งค่าครั้งแรกเรียบร้อยแล้ว</Alert>
          <SignInLink />
        </>
      )}
    </AuthLayout>
  )
}
