/** What a line's promotion code takes off, asked again whenever what it depends on changes. */
import { application } from '@khapdee/contract/entities/application'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCommand } from '../../api/queries.ts'
import { alerts } from '../../shared/alerts.ts'
import { type LineKind, amountOf, repriced, withCode } from './line-values.ts'
import type { RegistrationValues } from './registration-values.ts'

/** A price being typed is not asked about key by key. */
const pause = 400

/**
 * @returns `check`, to call when the code was typed to its end. Success sets the line's discount
 * and says so; a refusal raises the alert and clears the code.
 */
export function usePromotionCheck(kind: LineKind, index: number) {
  const { control, getValues, setValue } = useFormContext<RegistrationValues>()
  const path = `${kind}.${index}` as const
  /** What the line's discount was given for, or refused. */
  const settled = useRef('')
  /** The code whose discount the clerk knows of; its being checked again is no news. */
  const told = useRef(getValues(path).promotion_code)

  const question = () => {
    const { promotion_code, item_id, cost } = getValues(path)
    return JSON.stringify([promotion_code.trim(), item_id, cost, getValues('branch_id')])
  }
  const command = useCommand(application.checkpromotion, {
    alert: 'errors',
    invalidates: [],
    onSuccess: ({ data, message }) => {
      // An answer to what was asked before the line changed.
      if (question() !== settled.current) return
      const { discount } = data
      const line = getValues(path)
      setValue(path, repriced(line, { discount }), { shouldDirty: true })
      if (line.promotion_code !== told.current) alerts.success(message)
      told.current = line.promotion_code
    },
    onError: ({ status }) => {
      const isRefused = status >= 400 && status < 500
      if (isRefused && question() === settled.current) {
        setValue(path, withCode(getValues(path), ''), { shouldDirty: true })
        told.current = ''
      } else {
        settled.current = ''
      }
    },
  })

  const check = () => {
    const { promotion_code, item_id, cost } = getValues(path)
    const branch_id = getValues('branch_id')
    if (promotion_code.trim() === '' || item_id === null) return
    if (question() === settled.current) return
    settled.current = question()
    void command.mutate({
      promotion_code,
      [`${kind}_id`]: item_id,
      ...(branch_id !== null && { branch_id }),
      cost: amountOf(cost),
    })
  }

  const [itemId, cost, branchId] = useWatch({
    control,
    name: [`${path}.item_id`, `${path}.cost`, 'branch_id'],
  })
  const checkAgain = useEffectEvent(check)
  useEffect(() => {
    if (itemId === null || cost === null || branchId === null) return
    const timer = setTimeout(checkAgain, pause)
    return () => clearTimeout(timer)
  }, [itemId, cost, branchId])

  return { check, pending: command.pending }
}
