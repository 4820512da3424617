import type { OutputOf } from '@khapdee/contract/endpoint'
import { Suspense, useState } from 'react'
import { useCurrentBranch } from '../app/current-branch.ts'
import { useDocumentTitle } from '../app/document-title.ts'
import { NotFoundScreen } from '../app/not-found-screen.tsx'
import { Permitted } from '../app/permitted.tsx'
import { useSaveShortcut } from '../app/save-shortcut.ts'
import { useSession } from '../app/session.ts'
import { UnsavedGuard } from '../app/unsaved-guard.tsx'
import { ActionBar } from '../ui/action-bar.tsx'
import { Alert } from '../ui/alert.tsx'
import { Card } from '../ui/card.tsx'
import { EntryForm } from '../ui/form/entry-form.tsx'
import { PageHeader } from '../ui/page.tsx'
import { SaveButton } from '../ui/save-button.tsx'
import { FormSkeleton } from '../ui/skeleton.tsx'
import { phoneScreen, useMedia } from '../ui/use-media.ts'
import { BackButton } from './back-button.tsx'
import type { CrudApi, Resource } from './resource.ts'
import { useEntityForm } from './use-entity-form.ts'
import { useLeave } from './use-leave.ts'

interface ResourceFormProps<Api extends CrudApi> {
  resource: Resource<Api>
  /** The record to change; a new one when absent. */
  id?: number
}

/** The screen that writes one plain record; shows it where the user may only look. */
export function ResourceForm<Api extends CrudApi>({ resource, id }: ResourceFormProps<Api>) {
  const { api, Form } = resource
  return (
    <Permitted to={`${api.resource}.${id === undefined ? 'create' : 'view'}`}>
      {/* Another record is another form. */}
      {Form ? (
        <Form key={id} {...(id !== undefined && { id })} />
      ) : (
        <FormScreen key={id} resource={resource} {...(id !== undefined && { id })} />
      )}
    </Permitted>
  )
}

const formId = 'record'

function FormScreen<Api extends CrudApi>({ resource, id }: ResourceFormProps<Api>) {
  const { api, path, itemLabel, part, Fields, Beside, Created, defaults, invalidates } = resource
  const { can } = useSession()
  const branch = useCurrentBranch()
  const leave = useLeave(path)
  const isPhone = useMedia(phoneScreen)
  const isNew = id === undefined
  const mayWrite = isNew || can(`${api.resource}.update`)
  const [created, setCreated] = useState<OutputOf<Api['create']>['data'] | null>(null)
  const entity = useEntityForm(api, {
    id,
    draftKey: [path, id ?? 'new', ...(part ? [part.path] : [])].join('/'),
    ...(defaults && { defaults: defaults(branch.id) }),
    invalidates,
    onSaved: (data) => {
      if (isNew && Created) setCreated(data)
      else leave('saved')
    },
  })
  const { form, record, state, loadError } = entity
  const verb = isNew ? 'เพิ่ม' : mayWrite ? 'แก้ไข' : ''
  const title = part?.title ?? `${verb}${itemLabel}`
  const name = record === null ? undefined : resource.nameOf(record)
  useDocumentTitle([part?.title, name].filter(Boolean).join(' ') || title)
  useSaveShortcut(() => {
    if (mayWrite && state === 'ready') void entity.save()
  })

  if (loadError?.status === 404) return <NotFoundScreen />
  const buttons = (
    <>
      <BackButton to={path} />
      {mayWrite && (
        <SaveButton form={formId} pending={entity.pending} isDisabled={state !== 'ready'} />
      )}
    </>
  )
  return (
    <>
      <PageHeader title={title} count={name} actions={isPhone ? undefined : buttons} />
      {state === 'loading' && <LoadingFields />}
      {state === 'error' && (
        <Alert
          tone="error"
          action={
            <button type="button" className="underline" onClick={entity.retry}>
              ลองอีกครั้ง
            </button>
          }
        >
          {loadError?.message}
        </Alert>
      )}
      {state === 'ready' && (
        <EntryForm id={formId} label={title} onSubmit={(event) => void entity.save(event)}>
          <fieldset disabled={!mayWrite} className="flex min-w-0 flex-col gap-3.5">
            <Suspense fallback={<LoadingFields />}>
              <Fields form={form} record={record} />
            </Suspense>
          </fieldset>
        </EntryForm>
      )}
      {Beside && record !== null && (
        <Suspense fallback={<LoadingFields />}>
          <Beside record={record} />
        </Suspense>
      )}
      {Created && created !== null && (
        <Suspense fallback={null}>
          <Created created={created} onClose={() => leave('saved')} />
        </Suspense>
      )}
      {isPhone && <ActionBar>{buttons}</ActionBar>}
      <UnsavedGuard dirty={form.formState.isDirty} />
    </>
  )
}

function LoadingFields() {
  return (
    <Card>
      <FormSkeleton />
    </Card>
  )
}
