/** Puts the registration form aside on the server, and recalls it; see `unanswered-saves.ts` for lost answers. */
import type { WireOutputOf } from '@khapdee/contract/endpoint'
import { heldForm } from '@khapdee/contract/entities/held-form'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { asApiError, isServerUnavailable } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { isRefusal } from '../../../api/idempotency.ts'
import { type Attempt, invalidate, repeatAttempt, useEndpoint } from '../../../api/queries.ts'
import type { RequestOptions } from '../../../api/transport.ts'
import { alerts, showError } from '../../../shared/alerts.ts'
import { keepDraft } from '../../../shared/form-draft.ts'
import { moneyQueryKeys } from '../../../shared/query-client.ts'
import { useSingleFlight } from '../../../use-single-flight.ts'
import { type ApplicationKindConfig, applicationKindConfigs } from '../kinds.ts'
import type { RegistrationValues } from './registration-values.ts'
import { type LeftValues, useLeftForm } from './left-form.ts'
import { beginSave, endSave, holdSave } from './unanswered-saves.ts'

type Created = WireOutputOf<ApplicationKindConfig['api']['create']>['data']

interface HeldFormsOptions {
  form: UseFormReturn<RegistrationValues>
  config: ApplicationKindConfig
  blank: () => RegistrationValues
  /** Shows a saved application. */
  onSaved: (created: Pick<Created, 'application_id'>) => Promise<void>
  /** Updates the prices of a recalled form. */
  reprice: () => Promise<void>
}

/** The message after a save without an answer, with the advice what to do. */
const unknownOutcome =
  'ยังไม่ทราบผลการบันทึก เพราะการเชื่อมต่อขาดก่อนได้รับคำตอบ กดบันทึกอีกครั้งเมื่อเชื่อมต่อระบบได้เพื่อตรวจผล จะไม่บันทึกซ้ำ'

const heldFormQueryKeys = ['held-form']
const nameOf = ({ customer }: RegistrationValues) => `${customer.fname} ${customer.sname}`.trim()

/**
 * Repeats an unanswered save with the same key and content, so that the server executes it only
 * once, and shows the outcome in the screen's alert.
 * @returns the saved application; `refused` if nothing was saved; `unknown` if there was no answer
 * again
 */
async function repeatSave(client: QueryClient, { api }: ApplicationKindConfig, attempt: Attempt) {
  try {
    const saved = await repeatAttempt(api.create, attempt)
    void invalidate(client, [...moneyQueryKeys, 'customer', 'promotion'])
    alerts.success(`การบันทึกก่อนหน้านี้สำเร็จแล้ว: ${saved.message}`)
    return { saved }
  } catch (cause) {
    if (!isRefusal(cause)) {
      showError(cause)
      return 'unknown'
    }
    alerts.warning(`การบันทึกก่อนหน้านี้ไม่สำเร็จ: ${asApiError(cause).message}`)
    return 'refused'
  }
}

export function useHeldForms({ form, config, blank, onSaved, reprice }: HeldFormsOptions) {
  const client = useQueryClient()
  const { data } = useEndpoint(heldForm.gettable, {}, { staleTime: 0 })
  /** The save of the form on the screen whose outcome is unknown. */
  const unanswered = useRef<Attempt | null>(null)
  /** Whether the form on the screen is saved; its application is shown next. */
  const isSaved = useRef(false)
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => void (isMounted.current = false)
  }, [])

  const refresh = () => invalidate(client, heldFormQueryKeys)
  const isBlank = () => JSON.stringify(form.getValues()) === JSON.stringify(blank())
  const toHeldForm = (values: RegistrationValues) => ({
    type: config.kind,
    ...(values.branch_id !== null && { branch_id: values.branch_id }),
    name: nameOf(values),
    values: JSON.stringify(values),
    is_left: false,
  })

  const hold = async (further: LeftValues = {}, options: RequestOptions = {}) => {
    const values = { ...form.getValues(), ...further }
    const attempt = unanswered.current
    const input = {
      ...toHeldForm(values),
      is_left: further.left_token !== undefined,
      ...(attempt !== null && { attempt }),
    }
    const { data: held } = await call(heldForm.create, input, options)
    unanswered.current = null
    return held.held_form_id
  }

  const putAside = useSingleFlight(async () => {
    if (isBlank()) return alerts.warning('ยังไม่มีข้อมูลให้พักไว้')
    try {
      await hold()
    } catch (cause) {
      return showError(cause)
    }
    form.reset(blank())
    alerts.success('พักรายการไว้แล้ว เรียกคืนได้จากรายการที่พักไว้')
    await refresh()
  })

  const recall = useSingleFlight(async (held_form_id: number) => {
    try {
      const { data: found } = await call(heldForm.get, { held_form_id })
      const { attempt, type } = found
      const outcome =
        attempt === null ? null : await repeatSave(client, applicationKindConfigs[type], attempt)
      // The form on the screen does not change, and the recalled one stays held.
      if (outcome === 'unknown') return
      const isOnScreen = attempt !== null && attempt.key === unanswered.current?.key
      const { left_token: _, ...held } = JSON.parse(found.values) as RegistrationValues & LeftValues
      const values = isOnScreen ? form.getValues() : held
      // The form on the screen is put aside before it is replaced.
      if (!isOnScreen && !isBlank()) await hold()
      unanswered.current = null
      if (attempt !== null) await endSave(attempt.key)
      // The recalled form may be deleted already, by `endSave` or by another tab.
      await call(heldForm.discard, { held_form_id }).catch(() => {})
      if (outcome !== null && typeof outcome === 'object') return await onSaved(outcome.saved.data)
      form.reset(blank())
      form.reset({ ...blank(), ...values }, { keepDefaultValues: true })
      if (outcome === null) alerts.success('เรียกคืนรายการแล้ว กรุณาตรวจสอบราคาก่อนบันทึก')
      await reprice()
    } catch (cause) {
      showError(cause)
    } finally {
      await refresh()
    }
  })

  const isReturning = useLeftForm({
    kind: config.kind,
    // A running or unanswered save is held by `unanswered-saves.ts`.
    hasInput: () => !isBlank() && !isSaved.current && unanswered.current === null,
    hold,
    markStored: () => form.reset(form.getValues()),
    recall: recall.run,
  })

  const remove = async (held_form_id: number) => {
    try {
      await call(heldForm.discard, { held_form_id })
    } catch (cause) {
      showError(cause)
    }
    await refresh()
  }

  return {
    /** The held forms of this kind. */
    forms: (data?.data ?? []).filter(({ type }) => type === config.kind),
    /** Puts the form aside and clears it. */
    putAside: putAside.run,
    /** Shows a held form. If it has an unanswered save, repeats the save first and shows its outcome. */
    recall: recall.run,
    remove,
    pending: putAside.pending || recall.pending,
    /** Whether the form that was left in this tab is about to be recalled. */
    isReturning,
    /**
     * Functions to be called around each save of the form, so that an unanswered save is held and
     * never repeated by mistake.
     */
    saving: {
      /** Call it before the save is sent. It is ignored while an earlier save with another key has an unknown outcome; see `settle`. */
      begin(attempt: Attempt) {
        if (unanswered.current !== null && unanswered.current.key !== attempt.key) return
        const values = form.getValues()
        beginSave(
          { ...toHeldForm(values), attempt },
          {
            onHeld: () => {
              alerts.warning(
                'ยังไม่ทราบผลการบันทึก ระบบพักแบบฟอร์มนี้ไว้ให้แล้ว กดบันทึกอีกครั้งเพื่อตรวจผล จะไม่บันทึกซ้ำ',
              )
              void refresh()
            },
            onRefused: (error) => {
              const isShown = isMounted.current && unanswered.current?.key === attempt.key
              if (!isShown) keepDraft(config.paths.new, values)
              alerts.warning(
                `ยังไม่ทราบผลการบันทึก และพักแบบฟอร์มไว้ไม่ได้: ${error.message} ${isShown ? '' : 'เปิดหน้าลงทะเบียนอีกครั้งเพื่อนำแบบฟอร์มกลับมา '}กดบันทึกอีกครั้งเพื่อตรวจผล จะไม่บันทึกซ้ำ`,
              )
            },
          },
        )
        unanswered.current = attempt
      },
      /**
       * Call it when the form is cleared: its unanswered save stays held, and the next save is a
       * new one.
       */
      leave() {
        unanswered.current = null
      },
      /** Call it when the save succeeded or failed. */
      async end(error?: unknown) {
        const attempt = unanswered.current
        if (attempt === null) return
        if (error !== undefined && !isRefusal(error)) {
          if (isServerUnavailable(asApiError(error))) alerts.warning(unknownOutcome)
          return holdSave(attempt.key)
        }
        unanswered.current = null
        isSaved.current = error === undefined
        if (await endSave(attempt.key)) await refresh()
      },
      /**
       * Call it before a save. If an earlier save of this form with other content has an unknown outcome, repeats that
       * one first.
       * @param content JSON of the input that is about to be saved
       * @returns whether to send the new save; false if the earlier one succeeded or its outcome is still unknown
       */
      async settle(content: string): Promise<boolean> {
        const attempt = unanswered.current
        // Saving the same content again sends the same key, so that it repeats the earlier save.
        if (attempt === null || attempt.content === content) return true
        const outcome = await repeatSave(client, config, attempt)
        if (outcome === 'unknown') return false
        unanswered.current = null
        await endSave(attempt.key)
        void refresh()
        if (outcome === 'refused') return true
        await onSaved(outcome.saved.data)
        return false
      },
    },
  }
}
