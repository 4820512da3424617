import { firstAdministratorState } from '@khapdee/contract/entities/first-administrator-state'
import { user as userApi } from '@khapdee/contract/entities/user'
import { actionWords, answerMessages, productName } from '@khapdee/domain/words'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { isServerUnavailable } from '../api/api-error.ts'
import { describeFields } from '../api/describe-fields.ts'
import { useCommand, useEndpoint } from '../api/queries.ts'
import { schemaResolver } from '../api/form-errors.ts'
import { sessionStore, useSession, useIsSessionLost } from '../session/session.ts'
import { useDocumentTitle } from '../shared/screen.tsx'
import { Alert } from '../ui/feedback.tsx'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/fields/text-fields.tsx'
import { FieldDescriptions, useLabelledField } from '../ui/form/use-form-field.ts'
import { NoticeArea } from './notices.tsx'
import { landingPath } from './session-navigation.ts'

const blank = { username: '', password: '' }

interface SignInScreenProps {
  /** The path of this app to open after signing in; defaults to the first screen. */
  redirect?: string | undefined
}

/** The sign-in form. After a sign-in here or in another tab, it opens `redirect`. */
export function SignInScreen({ redirect }: SignInScreenProps) {
  useDocumentTitle(actionWords.signIn)
  const router = useRouter()
  const { user } = useSession()
  const isSessionLost = useIsSessionLost()
  const { data: state } = useEndpoint(firstAdministratorState, { token: '' })
  const isEmpty = state?.data.is_empty === true
  const form = useForm({
    defaultValues: blank,
    resolver: schemaResolver<typeof blank>(userApi.login.input),
  })
  const login = useCommand(userApi.login, {
    alert: 'none',
    onSuccess: ({ data }) => sessionStore.signIn(data),
    onError: () => form.setFocus('password', { shouldSelect: true }),
  })

  useEffect(() => {
    if (user !== null) router.history.replace(redirect ?? landingPath())
  }, [user, redirect, router])

  return (
    <AuthLayout>
      <FormProvider {...form}>
        <FieldDescriptions value={describeFields(userApi.login.input)}>
          <form
            noValidate
            aria-label={actionWords.signIn}
            onSubmit={form.handleSubmit((values) => login.mutate(values))}
            className="card flex w-full max-w-95 flex-col gap-3.5 p-6"
          >
            {isEmpty && (
              <Alert tone="warning">
                ระบบนี้ยังไม่ได้ตั้งค่า กรุณาเปิดลิงก์ตั้งค่าครั้งแรก ซึ่งเซิร์ฟเวอร์แสดงไว้ในหน้าต่างหรือบันทึกตอนเริ่มทำงาน
              </Alert>
            )}
            {isSessionLost && login.error === null && (
              <Alert tone="warning">{answerMessages.signedOut}</Alert>
            )}
            {/* When the server cannot be reached, the connection notice shows the reason. */}
            {login.error !== null && !isServerUnavailable(login.error) && (
              <Alert tone="error">{login.error.message}</Alert>
            )}
            <Username />
            <Password />
            <Button type="submit" kind="primary" pending={login.pending} className="mt-1 w-full">
              {actionWords.signIn}
            </Button>
          </form>
        </FieldDescriptions>
      </FormProvider>
    </AuthLayout>
  )
}

// The fields are bound without `fieldsOf`, because its code would enlarge this screen's chunk.

function Username() {
  const { value, change, field } = useLabelledField<typeof blank>('username', { required: false })
  return (
    <TextField
      {...field}
      autoComplete="username"
      autoFocus
      value={String(value)}
      onChange={change}
    />
  )
}

/** The layout of the screens without a signed-in user: sign-in and setup. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-5 p-4">
      <div className="fixed inset-x-3 top-3 z-20 mx-auto max-w-160">
        <NoticeArea />
      </div>
      <header className="flex flex-col items-center gap-1 text-center">
        <img src="/icon.svg" alt="" width={48} height={48} className="mb-1" />
        <h1 className="text-2xl font-semibold">{productName}</h1>
        <p className="text-muted">ระบบบริหารโรงเรียนสอนขับรถ</p>
      </header>
      {children}
    </main>
  )
}

function Password() {
  const { value, change, field } = useLabelledField<typeof blank>('password', { required: false })
  return (
    <PasswordField
      {...field}
      autoComplete="current-password"
      value={String(value)}
      onChange={change}
    />
  )
}
