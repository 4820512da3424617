/** The open day of a branch, its count, and closing it. */
import { closing } from '@khapdee/contract/entities/closing'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { paths } from '../../shared/paths.ts'
import { ApiError } from '../../api/api-error.ts'
import { useEndpoint } from '../../api/queries.ts'
import { showOnFields } from '../../api/form-errors.ts'
import { useDocumentCommand } from '../../crud/use-document-command.ts'
import { useFormDraft } from '../../shared/form-draft.ts'
import { moneyQueryKeys } from '../../shared/query-client.ts'
import { blankCount, countResolver, formPath, toCloseInput } from './count-values.ts'

/** Others go on taking money while the drawer is counted. */
const askedAgainAfter = 20_000

const formDraft = paths.closings.new

/** @param branch_id whose day; the own branch where it is null */
export function useDayClose(branch_id: number | null) {
  const navigate = useNavigate()
  const query = useEndpoint(closing.current, branch_id === null ? {} : { branch_id }, {
    staleTime: 0,
    refetchInterval: askedAgainAfter,
  })
  const day = query.data?.data
  const [defaultValues] = useState(blankCount)
  const form = useForm({ defaultValues, resolver: countResolver(day) })
  useFormDraft(form, formDraft, day !== undefined)
  const [isAsking, setAsking] = useState(false)

  const close = useDocumentCommand(closing.close, {
    pdfOf: ({ data }) => data.pdf,
    invalidates: moneyQueryKeys,
    onError: (error) => {
      const errors = error.errors.map(({ path, message }) => ({ path: formPath(path), message }))
      showOnFields(form, new ApiError(error.message, { ...error, errors }))
      // More has moved: the new sum must be seen before the drawer is counted again.
      if (error.status === 409) void query.refetch()
    },
  })

  /** To call in the press itself, which may open the tab of the report. */
  const confirm = async () => {
    if (day === undefined) return
    const answer = await close.mutate(toCloseInput(form.getValues(), day))
    if (answer === undefined) return
    await navigate({
      to: paths.closings.record(answer.data.closing_id),
      // The way back leads to the list, not to an empty drawer.
      replace: true,
      ignoreBlocker: true,
    })
  }

  return {
    day,
    /** Why it could not be read. */
    loadError: query.error,
    retry: () => void query.refetch(),
    form,
    /** Checks the count, then asks whether to close. */
    ask: form.handleSubmit(() => setAsking(true)),
    isAsking,
    stopAsking: () => setAsking(false),
    confirm,
    pending: close.pending,
  }
}
