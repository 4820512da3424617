/** The profile of the signed-in user: data, photo, password and sessions. */
import { customer } from '@khapdee/contract/entities/customer'
import { pictureTypes, uploadRule } from '@khapdee/contract/entities/file'
import { user as userApi, type UserData } from '@khapdee/contract/entities/user'
import { titleOf } from '@khapdee/contract/field-meta'
import { listQuery } from '@khapdee/contract/wire'
import { entities } from '@khapdee/domain/entities'
import { personName } from '@khapdee/domain/person-name'
import { headings } from '@khapdee/domain/words'
import { useRouter } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { FormProvider, useForm } from 'react-hook-form'
import { describeFields } from '../../api/describe-fields.ts'
import { schemaResolver, showOnFields } from '../../api/form-errors.ts'
import { useCommand, useEndpoint } from '../../api/queries.ts'
import { checkFile, uploadFile } from '../../crud/form-upload.tsx'
import { sessionStore, useSession } from '../../session/session.ts'
import { useDocumentTitle } from '../../shared/screen.tsx'
import { SessionList } from '../../shared/session-list.tsx'
import { UnsavedGuard } from '../../shared/unsaved-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert, FormSkeleton, LoadFailed } from '../../ui/feedback.tsx'
import { PhotoField } from '../../ui/fields/photo-field.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'
import { FieldDescriptions } from '../../ui/form/use-form-field.ts'
import { Card, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { Avatar } from '../../ui/values.tsx'

export function ProfileScreen() {
  useDocumentTitle(headings.personalData)
  const { user } = useSession()
  if (user === null) return null
  return (
    <>
      <PageHeader title={headings.personalData} />
      {user.must_change_password && <Alert tone="warning">กรุณาเปลี่ยนรหัสผ่านก่อนเริ่มใช้งาน</Alert>}
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        <OwnData user={user} />
        <PasswordForm user={user} />
        {!user.must_change_password && <OwnSessions />}
      </div>
    </>
  )
}

function OwnData({ user }: { user: UserData }) {
  return (
    <Card title={headings.user}>
      <div className="mb-3">
        {user.must_change_password ? (
          <Avatar fname={user.fname} sname={user.sname} src={user.photo} size="lg" />
        ) : (
          <OwnPhoto user={user} />
        )}
      </div>
      <DescriptionList
        items={[
          { label: titleOf(customer.row.shape, 'name'), value: personName(user) },
          { label: 'ชื่อเล่น', value: user.nickname },
          { label: titleOf(userApi.login.input.shape, 'username'), value: user.username },
          { label: entities.role.label, value: user.role.name },
          { label: titleOf(listQuery.shape, 'position'), value: user.position },
          { label: entities.branch.label, value: user.branches.map(({ name }) => name).join(', ') },
        ]}
      />
    </Card>
  )
}

const blank = { old_password: '', new_password: '' }
const { FormPassword } = fieldsOf<typeof blank>()

/** Changes the password of the user; after a required change, opens the first screen. */
function PasswordForm({ user }: { user: UserData }) {
  const router = useRouter()
  const form = useForm({
    defaultValues: blank,
    resolver: schemaResolver<typeof blank>(userApi.password.input),
  })
  const change = useCommand(userApi.password, {
    onSuccess: () => {
      form.reset(blank)
      sessionStore.update({ ...user, must_change_password: false })
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
            {/* The user name of the password, for password managers. */}
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

/** Sets the user's photo as soon as it is chosen, or removes it. */
function OwnPhoto({ user }: { user: UserData }) {
  const change = useCommand(userApi.photo, {
    onSuccess: ({ data }) => sessionStore.update({ ...user, ...data }),
  })
  // The profile contains the link of the photo but not its file id, so 0 is used as the id.
  const stored =
    user.photo === null ? null : { id: 0, name: headings.photo, link: user.photo, isPicture: true }
  return (
    <PhotoField
      label={headings.photo}
      description={uploadRule(pictureTypes)}
      value={stored}
      onChange={(next) => {
        // After a failed upload the field restores the previous photo, so there is nothing to save.
        if (next?.id !== stored?.id) void change.mutate({ photo: next?.id ?? null })
      }}
      accept={pictureTypes}
      check={(file) => checkFile(file, pictureTypes)}
      send={uploadFile}
    />
  )
}

function OwnSessions() {
  const { data, isError, refetch } = useEndpoint(userApi.sessions, {}, { staleTime: 0 })
  const end = useCommand(userApi.endSession)
  return (
    <Card title="อุปกรณ์ที่เข้าสู่ระบบอยู่">
      {isError && <LoadFailed onRetry={refetch} />}
      {data === undefined && !isError && <FormSkeleton />}
      {data !== undefined && (
        <SessionList
          sessions={data.data}
          pending={end.pending}
          onEnd={({ session_id }) => void end.mutate({ session_id })}
        />
      )}
    </Card>
  )
}
