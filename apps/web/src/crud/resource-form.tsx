import type { OutputOf } from '@khapdee/contract/endpoint'
import { actionWords } from '@khapdee/domain/words'
import { Lock } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useCurrentBranch, useSession } from '../session/session.ts'
import { NotFoundScreen, Permitted, useDocumentTitle } from '../shared/screen.tsx'
import { useSaveShortcut } from '../shared/shortcuts.ts'
import { UnsavedGuard } from '../shared/unsaved-guard.tsx'
import { ActionBar, PageHeader } from '../ui/page.tsx'
import { describeFields } from '../api/describe-fields.ts'
import { EntryForm } from '../ui/form/entry-form.tsx'
import { FormCardSkeleton, RecordLoading } from '../ui/feedback.tsx'
import { SaveButton } from '../ui/button.tsx'
import { phoneScreen, useMedia } from '../ui/hooks.ts'
import { BackButton, useLeave } from './actions.tsx'
import { type CrudApi, type RecordOf, type Resource, useIsSharedReadOnly } from './resource.ts'
import { useEntityForm } from './use-entity-form.ts'

interface ResourceFormProps<Api extends CrudApi> {
  resource: Resource<Api>
  /** The record to change; a new one when absent. */
  id?: number
}

/** The screen that creates or changes one record of a CRUD entity; read-only without the permission to change it. */
export function ResourceForm<Api extends CrudApi>({ resource, id }: ResourceFormProps<Api>) {
  const { api, Form } = resource
  return (
    <Permitted permission={`${api.resource}.${id === undefined ? 'create' : 'view'}`}>
      {/* The key resets the form state when the screen changes to another record. */}
      {Form ? (
        <Form key={id} {...(id !== undefined && { id })} />
      ) : (
        <FormScreen key={id} resource={resource} {...(id !== undefined && { id })} />
      )}
    </Permitted>
  )
}

const formId = 'record'

const readOnlyReason = 'รายการนี้ใช้ร่วมกันทุกสาขา แก้ไขได้เฉพาะผู้ที่ดูแลทุกสาขา'

function FormScreen<Api extends CrudApi>({ resource, id }: ResourceFormProps<Api>) {
  const {
    api,
    path,
    itemLabel,
    section,
    Fields,
    BelowForm,
    CreatedDialog,
    UpdatedDialog,
    defaults,
    invalidates,
  } = resource
  const { can } = useSession()
  const branch = useCurrentBranch()
  const leave = useLeave(path)
  const isNew = id === undefined
  const isSharedReadOnly = useIsSharedReadOnly(api)
  const [createdData, setCreatedData] = useState<OutputOf<Api['create']>['data'] | null>(null)
  const [updatedRecord, setUpdatedRecord] = useState<RecordOf<Api> | null>(null)
  const entityForm = useEntityForm(api, {
    id,
    draftKey: [path, id ?? 'new', ...(section ? [section.path] : [])].join('/'),
    ...(defaults && { defaults: defaults(branch.id) }),
    invalidates,
    onSaved: (data) => {
      if (isNew && CreatedDialog) return setCreatedData(data)
      // The contract's `crud()` declares the same row for the answers of create and update.
      if (!isNew && UpdatedDialog) return setUpdatedRecord(data as RecordOf<Api>)
      return leave('saved')
    },
  })
  const { form, record, state, loadError } = entityForm
  const isSharedReadOnlyRecord = record !== null && isSharedReadOnly(record)
  const mayWrite = isNew || (can(`${api.resource}.update`) && !isSharedReadOnlyRecord)
  const verb = isNew ? actionWords.add : mayWrite ? actionWords.edit : ''
  const title = section?.title ?? `${verb}${itemLabel}`
  const name = record === null ? undefined : resource.nameOf(record)
  useDocumentTitle([section?.title, name].filter(Boolean).join(' ') || title)
  useSaveShortcut(() => {
    if (mayWrite && state === 'ready') void entityForm.save()
  })

  if (loadError?.status === 404) return <NotFoundScreen />
  return (
    <FormPage
      title={title}
      name={name}
      back={path}
      save={
        mayWrite && (
          <SaveButton form={formId} pending={entityForm.pending} isDisabled={state !== 'ready'} />
        )
      }
      dirty={form.formState.isDirty}
    >
      {isSharedReadOnlyRecord && can(`${api.resource}.update`) && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Lock size={16} aria-hidden className="shrink-0" />
          {readOnlyReason}
        </p>
      )}
      {state !== 'ready' && <RecordLoading error={loadError} onRetry={entityForm.refetch} />}
      {state === 'ready' && (
        <EntryForm
          form={form}
          describe={describeFields(api.fields)}
          id={formId}
          label={title}
          onSubmit={(event) => void entityForm.save(event)}
        >
          <fieldset disabled={!mayWrite} className="flex min-w-0 flex-col gap-3.5">
            <Suspense fallback={<FormCardSkeleton />}>
              <Fields record={record} />
            </Suspense>
          </fieldset>
        </EntryForm>
      )}
      {BelowForm && record !== null && (
        <Suspense fallback={<FormCardSkeleton />}>
          <BelowForm record={record} />
        </Suspense>
      )}
      {UpdatedDialog && updatedRecord !== null && (
        <Suspense fallback={null}>
          <UpdatedDialog record={updatedRecord} onClose={() => void leave('saved')} />
        </Suspense>
      )}
      {CreatedDialog && createdData !== null && (
        <Suspense fallback={null}>
          <CreatedDialog created={createdData} onClose={() => void leave('saved')} />
        </Suspense>
      )}
    </FormPage>
  )
}

interface FormPageProps {
  title: string
  /** Name of the record; undefined until it is loaded and for a new one. */
  name: string | undefined
  /** URL path of the screen to return to. */
  back: string
  /** The save button, if permitted; shown beside the title, on a phone at the bottom of the screen. */
  save: ReactNode
  /** Whether the form has unsaved changes. */
  dirty: boolean
  children: ReactNode
}

/** A screen with one form: the header, the buttons and the guard against losing unsaved changes. */
export function FormPage({ title, name, back, save, dirty, children }: FormPageProps) {
  const isPhone = useMedia(phoneScreen)
  const buttons = (
    <>
      <BackButton to={back} />
      {save}
    </>
  )
  return (
    <>
      <PageHeader title={title} aside={name} actions={isPhone ? undefined : buttons} />
      {children}
      {isPhone && <ActionBar>{buttons}</ActionBar>}
      <UnsavedGuard dirty={dirty} />
    </>
  )
}
