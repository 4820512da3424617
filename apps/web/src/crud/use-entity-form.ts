/** Forms that create or change a stored record, and the initial values of their fields. */
import type { FieldProblem } from '@khapdee/contract/crud'
import type { Endpoint, OutputOf } from '@khapdee/contract/endpoint'
import { type BaseSyntheticEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
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
  onSaved: (data: OutputOf<Api['create' | 'update']>['data']) => void | Promise<void>
}

/**
 * A form of a stored record; `Values` is the type of the form's values, `Stored` that of the
 * record.
 */
export interface StoredForm<Values extends FieldValues, Stored> {
  form: UseFormReturn<Values>
  state: 'loading' | 'ready' | 'error'
  /** The error when the record could not be loaded, or null. */
  loadError: ApiError | null
  /** Reads the record again. */
  refetch: () => void
  /** The stored record; null until it is loaded, and for a new one. */
  record: Stored | null
  /** Fills the form with a record and marks it as unchanged. */
  show: (stored: Stored) => void
  /** Validates and saves; also for `<form onSubmit>`. */
  save: (event?: BaseSyntheticEvent) => Promise<void>
  pending: boolean
}

export type EntityForm<Api extends CrudApi> = StoredForm<ValuesOf<Api>, RecordOf<Api>>

/** A form of a CRUD entity's record: the one with this id, or a new one. */
export function useEntityForm<Api extends CrudApi>(
  api: Api,
  { id, defaults, onSaved, ...options }: EntityFormOptions<Api>,
): EntityForm<Api> {
  const isNew = id === undefined
  return useStoredForm({
    ...options,
    endpoint: isNew ? api.create : api.update,
    // The rules have the same fields as the values.
    problems: api.problems as ((values: ValuesOf<Api>) => FieldProblem[]) | undefined,
    read: isNew ? null : { endpoint: api.get, input: { [api.idName]: id } },
    ...(isNew && { defaults }),
    onSaved: (data) => onSaved(data as OutputOf<Api['create' | 'update']>['data']),
  })
}

interface StoredFormOptions<Values, Stored> {
  /** Saves the form; its input schema has the form's fields. */
  endpoint: Endpoint
  /** The rules between several fields. Must be the same function between renders. */
  problems?: ((values: Values) => FieldProblem[]) | undefined
  /** Reads the record to change; null for a new one. */
  read: { endpoint: Endpoint; input: object } | null
  draftKey: string
  defaults?: object | undefined
  invalidates?: readonly string[] | undefined
  onSaved: (data: Stored) => void | Promise<void>
}

/**
 * A form that loads a record, validates it with the contract's schema, saves it and shows validation errors
 * on its fields. A record that another user has changed in the meantime is not overwritten: the alert
 * offers to load it again. Unsaved content is kept as a draft when the session ends.
 */
export function useStoredForm<Values extends FieldValues, Stored extends object>({
  endpoint,
  problems,
  read,
  draftKey,
  defaults,
  invalidates,
  onSaved,
}: StoredFormOptions<Values, Stored>): StoredForm<Values, Stored> {
  const schema = endpoint.input

  const [initial] = useState(() => ({ ...blankValues(schema), ...defaults }))
  const form = useForm<Values>({
    // The values and their type come from the same schema, which the compiler cannot check.
    defaultValues: initial as never,
    resolver: useMemo(() => schemaResolver<Values>(schema, problems), [schema, problems]),
  })
  const { isDirty } = form.formState

  // For a new record the query is disabled and never calls `endpoint`.
  const query = useEndpoint(read?.endpoint ?? endpoint, (read?.input ?? {}) as never, {
    enabled: read !== null,
    staleTime: 0,
  })
  // A cached record may have an old version, with which saving would be refused.
  const isLoaded = query.isSuccess && query.isFetchedAfterMount
  const record = (isLoaded ? query.data.data : null) as Stored | null

  const show = useCallback(
    (stored: Stored) => form.reset(valuesOf(schema, stored) as Values),
    [form, schema],
  )
  useEffect(() => {
    // A newer record does not replace typed values; saving them is then refused with CONFLICT.
    if (record !== null && !isDirty) show(record)
    // The effect runs for a newer record, but not when the form becomes clean.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [record, show])

  const isNew = read === null
  useEffect(() => {
    // The alert is not cleared for a stored record, because another form of the record may have
    // just been saved.
    if (isNew) alerts.reset()
  }, [isNew])
  useFormDraft(form, draftKey, { ready: read === null || isLoaded })

  const command = useCommand(endpoint, {
    ...(invalidates && { invalidates }),
    onSuccess: ({ data }) => onSaved(data as Stored),
    onError: (error) => showOnFields(form, error),
    reload: async () => {
      const { data } = await query.refetch()
      if (data) show(data.data as Stored)
    },
  })

  return {
    form,
    state: read === null || isLoaded ? 'ready' : query.isError ? 'error' : 'loading',
    loadError: query.error,
    refetch: () => void query.refetch(),
    record,
    show,
    save: form.handleSubmit(async (values) => {
      await command.mutate(values as never)
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
