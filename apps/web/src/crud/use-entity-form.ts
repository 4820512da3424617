/** The form that creates or changes one record of a CRUD entity, and its values. */
import type { Endpoint, InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { type BaseSyntheticEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { ApiError } from '../api/api-error.ts'
import { schemaResolver, showOnFields } from '../api/form-errors.ts'
import { useCommand, useEndpoint } from '../api/queries.ts'
import '../api/zod-config.ts'
import { alerts } from '../shared/alerts.ts'
import { useFormDraft } from '../shared/form-draft.ts'
import type { CrudApi, RecordOf, ValuesOf } from './resource.ts'

interface EntityFormOptions<Api extends CrudApi> {
  /** The record to change; a new one when absent. Must not change while the form is mounted. */
  id?: number | undefined
  /** Key of the form's stored draft, usually the URL path of the screen. */
  draftKey: string
  /** Initial values of a new record that differ from the schema's defaults. */
  defaults?: Partial<ValuesOf<Api>>
  /** First path segments of the endpoints whose cached queries are invalidated after saving. */
  invalidates?: readonly string[]
  /** Receives the data of the answer. */
  onSaved: (data: OutputOf<Api['create' | 'update']>['data']) => void
}

export interface EntityForm<Api extends CrudApi> {
  form: UseFormReturn<ValuesOf<Api>>
  state: 'loading' | 'ready' | 'error'
  /** The error when the record could not be loaded, or null. */
  loadError: ApiError | null
  retry: () => void
  record: RecordOf<Api> | null
  /** Validates and saves; also for `<form onSubmit>`. */
  save: (event?: BaseSyntheticEvent) => Promise<void>
  pending: boolean
}

/**
 * A form that loads a record, validates it with the contract's schema, saves it and shows validation errors
 * on its fields. A record that another user has changed since is not overwritten: the alert offers to
 * load it again. Unsaved content is kept as a draft when the session ends.
 */
export function useEntityForm<Api extends CrudApi>(
  api: Api,
  { id, draftKey, defaults, invalidates, onSaved }: EntityFormOptions<Api>,
): EntityForm<Api> {
  const isNew = id === undefined
  const endpoint: Endpoint = isNew ? api.create : api.update
  const schema = endpoint.input

  const [initial] = useState(() => ({ ...blankValues(schema), ...(isNew && defaults) }))
  const form = useForm<ValuesOf<Api>>({
    // The values and their type come from the same schema, which the compiler cannot check.
    defaultValues: initial as never,
    resolver: useMemo(() => schemaResolver<ValuesOf<Api>>(schema), [schema]),
  })
  const { isDirty } = form.formState

  const idInput = { [api.idName]: id ?? 0 } as InputOf<Api['get']>
  const query = useEndpoint(api.get, idInput, { enabled: !isNew, staleTime: 0 })
  // A cached record may have an old version, with which saving would be refused.
  const isLoaded = query.isSuccess && query.isFetchedAfterMount
  const record = (isLoaded ? query.data.data : null) as RecordOf<Api> | null

  const show = useCallback(
    (stored: RecordOf<Api>) => form.reset(valuesOf(schema, stored) as ValuesOf<Api>),
    [form, schema],
  )
  useEffect(() => {
    // A newer record does not replace typed values; saving them is then refused with CONFLICT.
    if (record !== null && !isDirty) show(record)
    // The effect runs for a newer record, but not when the form becomes clean.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record, show])

  useEffect(() => alerts.reset(), [])
  useFormDraft(form, draftKey, isNew || isLoaded)

  const reload = async () => {
    const { data } = await query.refetch()
    if (data) show(data.data as RecordOf<Api>)
  }
  const command = useCommand(endpoint, {
    ...(invalidates && { invalidates }),
    onSuccess: ({ data }) => onSaved(data as OutputOf<Api['create' | 'update']>['data']),
    onError: (error) => showOnFields(form, error),
    reload,
  })

  return {
    form,
    state: isNew || isLoaded ? 'ready' : query.isError ? 'error' : 'loading',
    loadError: query.error,
    retry: () => void query.refetch(),
    record,
    save: form.handleSubmit(async (values) => {
      await command.mutate(values)
    }),
    pending: command.pending,
  }
}

/** The values of an empty form: the schema's default, empty text for a required text, or else null. */
export function blankValues(schema: z.ZodObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const result = z.safeDecode(field as z.ZodType, undefined)
      if (result.success) return [name, result.data]
      const [issue] = result.error.issues
      return [name, issue?.code === 'invalid_type' && issue.expected === 'string' ? '' : null]
    }),
  )
}

/** The record's values of the schema's fields; null and missing ones become those of an empty form. */
export function valuesOf(schema: z.ZodObject, record: object): Record<string, unknown> {
  const stored = new Map(Object.entries(record))
  return Object.fromEntries(
    Object.entries(blankValues(schema)).map(([name, blank]) => [name, stored.get(name) ?? blank]),
  )
}
