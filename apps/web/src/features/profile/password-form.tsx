import { user as userApi, type UserData } from '@khapdee/contract/entities/user'
import { useRouter } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { FormProvider, useForm } from 'react-hook-form'
import { describeFields } from '../../api/describe-fields.ts'
import { useCommand } from '../../api/queries.ts'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { session } from '../../session/session.ts'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { FieldDescriptions } from '../../ui/form/use-form-field.ts'

const blank = { old_password: '', new_password: '' }
const { FormPassword } = fieldsOf<typeof blank>()

/** Changes the own password; who had to do so goes on to the app. */
export function PasswordForm({ user }: { user: UserData }) {
  const router = useRouter()
  const form = useForm({
    defaultValues: blank,
    resolver: schemaResolver<typeof blank>(userApi.password.input),
  })
  const change = useCommand(userApi.password, {
    onSuccess: () => {
      form.reset(blank)
      session.update({ ...user, must_change_password: false })
      if (user.must_change_password) void router.navigate({ to: '/', ignoreBlocker: true })
    },
    onError: (error) => showOnFields(form, error),
  })
  return (
    <Card title="เปลี่ยนรหัสผ่าน">
      <FormProvider {...form}>
        <FieldDescriptions value={describeFields(userApi.password.input)}>
          <form
            noValidate
            aria-label="เปลี่ยนรหัสผ่าน"
            onSubmit={form.handleSubmit((values) => change.mutate(values))}
            className="flex max-w-100 flex-col gap-3.5"
          >
            {/* Lets password managers know whose password it is. */}
            <input type="hidden" autoComplete="username" value={user.username} readOnly />
            <FormPassword name="old_password" autoComplete="current-password" />
            <FormPassword
              name="new_password"
              description="อย่างน้อย 10 ตัวอักษร ผู้ใช้งานที่เข้าสู่ระบบไว้ที่อื่นจะถูกออกจากระบบ"
              autoComplete="new-password"
            />
            <Button
              type="submit"
              kind="primary"
              icon={KeyRound}
              pending={change.pending}
              className="self-start"
            >
              เปลี่ยนรหัสผ่าน
            </Button>
          </form>
        </FieldDescriptions>
      </FormProvider>
      <UnsavedGuard dirty={form.formState.isDirty} />
    </Card>
  )
}
