/** Puts the registration form aside on the server, and recalls it; see `unanswered-saves.ts` for lost answers. */
import type { WireOutputOf } from '@khapdee/contract/endpoint'
import { heldForm } from '@khapdee/contract/entities/held-form'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { asApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { isRefusal } from '../../../api/idempotency.ts'
import { type Attempt, invalidate, repeatAttempt, useEndpoint } from '../../../api/queries.ts'
import { alerts, showError } from '../../../shared/alerts.ts'
import { moneyQueryKeys } from '../../../shared/query-client.ts'
import { useSingleFlight } from '../../../use-single-flight.ts'
import { type ApplicationKindConfig, applicationKindConfigs } from '../kinds.ts'
import type { RegistrationValues } from './registration-values.ts'
import { beginSave, endSave, holdSave } from './unanswered-saves.ts'

type Created = WireOutputOf<ApplicationKindConfig['api']['create']>['data']

/** The outcome of an unanswered save, after its repetition. */
type Outcome = { saved: Created } | 'refused' | 'unknown'

interface HeldFormsOptions {
  form: UseFormReturn<RegistrationValues>
  config: ApplicationKindConfig
  blank: () => RegistrationValues
  /** Shows a saved application. */
  onSaved: (created: Pick<Created, 'application_id'>) => Promise<void>
  /** Updates the prices of the form after it was recalled. */
  reprice: () => Promise<void>
}

const resourceKeys = ['held-form']
const nameOf = ({ customer }: RegistrationValues) => `${customer.fname} ${customer.sname}`.trim()

export function useHeldForms({ form, config, blank, onSaved, reprice }: HeldFormsOptions) {
  const client = useQueryClient()
  const { data } = useEndpoint(heldForm.gettable, {}, { staleTime: 0 })
  /** The save of the present form whose outcome is unknown. */
  const unanswered = useRef<Attempt | null>(null)

  const refresh = () => invalidate(client, resourceKeys)
  const isBlank = () => JSON.stringify(form.getValues()) === JSON.stringify(blank())
  const heldOf = (values: RegistrationValues) => ({
    type: config.kind,
    ...(values.branch_id !== null && { branch_id: values.branch_id }),
    name: nameOf(values),
    values: JSON.stringify(values),
  })

  /** Repeats an unanswered save exactly, and tells its outcome. */
  const repeat = async (kind: ApplicationKindConfig, attempt: Attempt): Promise<Outcome> => {
    try {
      const { data: saved, message } = await repeatAttempt(kind.api.create, attempt)
      void invalidate(client, [...moneyQueryKeys, 'customer', 'promotion'])
      alerts.success(`การบันทึกก่อนหน้านี้สำเร็จแล้ว: ${message}`)
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

  const hold = async () => {
    const values = form.getValues()
    const attempt = unanswered.current
    await call(heldForm.create, { ...heldOf(values), ...(attempt !== null && { attempt }) })
    unanswered.current = null
  }

  const park = useSingleFlight(async () => {
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
      const outcome = attempt === null ? null : await repeat(applicationKindConfigs[type], attempt)
      // The form on the screen stays as it is, and the recalled one stays held.
      if (outcome === 'unknown') return
      const isOnScreen = attempt !== null && attempt.key === unanswered.current?.key
      const values = isOnScreen
        ? form.getValues()
        : (JSON.parse(found.values) as RegistrationValues)
      // The form on the screen is put aside before it is replaced.
      if (!isOnScreen && !isBlank()) await hold()
      unanswered.current = null
      if (attempt !== null) await endSave(attempt.key)
      // The recalled form may be deleted already, by `endSave` or by another tab.
      await call(heldForm.discard, { held_form_id }).catch(() => {})
      if (outcome !== null && typeof outcome === 'object') return await onSaved(outcome.saved)
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
    park: park.run,
    /** Shows a held form; tells the outcome of its unanswered save first. */
    recall: recall.run,
    remove,
    pending: park.pending || recall.pending,
    /** The save of the form that follows it. */
    saving: {
      /** Call it before the save is sent. */
      begin(attempt: Attempt) {
        if (unanswered.current !== null && unanswered.current.key !== attempt.key) return
        beginSave({ ...heldOf(form.getValues()), attempt }, () => {
          alerts.warning('ยังไม่ทราบผลการบันทึก ระบบพักแบบฟอร์มนี้ไว้ให้แล้ว กดบันทึกอีกครั้งเพื่อตรวจผล จะไม่บันทึกซ้ำ')
          void refresh()
        })
        unanswered.current = attempt
      },
      /** Call it when the form is cleared: an unanswered save stays held, and the next one is another. */
      leave() {
        unanswered.current = null
      },
      /** Call it when the save succeeded or failed. */
      async end(error?: unknown) {
        const attempt = unanswered.current
        if (attempt === null) return
        if (error !== undefined && !isRefusal(error)) return holdSave(attempt.key)
        unanswered.current = null
        if (await endSave(attempt.key)) await refresh()
      },
      /**
       * Settles an earlier save of this form whose outcome is unknown, before other content is saved.
       * @param content JSON of what is about to be saved
       * @returns whether to go on saving
       */
      async settle(content: string): Promise<boolean> {
        const attempt = unanswered.current
        // The same content is sent with the same key, which settles it.
        if (attempt === null || attempt.content === content) return true
        const outcome = await repeat(config, attempt)
        if (outcome === 'unknown') return false
        unanswered.current = null
        await endSave(attempt.key)
        void refresh()
        if (outcome === 'refused') return true
        await onSaved(outcome.saved)
        return false
      },
    },
  }
}
