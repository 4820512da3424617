import { application } from '@khapdee/contract/entities/application'
import { normalizePromotionCode } from '@khapdee/domain/promotion'
import { BadgePercent } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCommand } from '../../../api/queries.ts'
import { alerts } from '../../../shared/alerts.ts'
import { ShortcutKeys } from '../../../shared/shortcut-keys.tsx'
import { ComboField } from '../../../ui/fields/combo-field.tsx'
import { searchItems } from '../../../ui/fields/suggestions.ts'
import { useFormField } from '../../../ui/form/use-form-field.ts'
import { Money } from '../../../ui/values.tsx'
import { amountOrZero } from '../line-payment.ts'
import {
  type Item,
  itemLabels,
  lineLabels,
  type LineForm,
  type LinePosition,
  pathOf,
  type Saving,
  savingsOn,
  type UsablePromotion,
  withPrice,
  withCode,
  withItem,
} from '../line-values.ts'

interface ItemFieldProps extends LinePosition {
  items: readonly Item[]
  /** Whether the function key for the item focuses this field, which then shows the key. */
  isFirst: boolean
}

const nameOf = ({ name }: Item) => name

/** The item of a line, typed or chosen from the list; choosing copies id, name and price. */
export function ItemField({ items, isFirst, ...position }: ItemFieldProps) {
  const { kind } = position
  const { control, getValues, setValue, clearErrors } = useFormContext<LineForm>()
  const path = pathOf(position)
  const { field } = useFormField<LineForm>(`${path}.item_id`)
  const text = useWatch({ control, name: `${path}.name` })
  const choose = (item: Item) => {
    if (getValues(`${path}.item_id`) === item.item_id) return
    setValue(path, withItem(getValues(path), item), { shouldDirty: true })
    clearErrors([`${path}.item_id`, `${path}.cost`])
  }
  return (
    <ComboField
      {...field}
      label={itemLabels[kind]}
      required
      className="grow-999 basis-64"
      itemsOnly
      search={useMemo(() => searchItems(items, nameOf), [items])}
      itemKey={({ item_id }) => item_id}
      itemText={nameOf}
      renderItem={({ name, price }) => (
        <span className="flex w-full justify-between gap-4">
          {name}
          <span className="text-muted">
            <Money value={price} />
          </span>
        </span>
      )}
      value={text}
      onChange={(typed) => {
        const line = getValues(path)
        if (typed === line.name) return
        const matches = items.filter(({ name }) => name === typed)
        const [match] = matches
        if (match !== undefined && matches.length === 1) return choose(match)
        // Sets single values: setting the line would render all its fields on every keystroke.
        setValue(`${path}.name`, typed, { shouldDirty: true })
        if (line.item_id !== null) setValue(`${path}.item_id`, null, { shouldDirty: true })
      }}
      onSelect={choose}
      placeholder="เลือก"
      after={isFirst && <ShortcutKeys name="chooseItem" />}
      withButton
    />
  )
}

const noPromotions: readonly UsablePromotion[] = []

interface PromotionFieldProps extends LinePosition {
  promotions: readonly UsablePromotion[] | undefined
}

const codeOf = ({ code }: Saving) => code

/**
 * The promotion code, typed or chosen from those that apply to the line, each with its saving; checked on Enter, on blur and
 * when its button is pressed.
 */
export function PromotionField({ promotions = noPromotions, ...position }: PromotionFieldProps) {
  const { control, getValues, setValue, clearErrors } = useFormContext<LineForm>()
  const path = pathOf(position)
  const { value, change, field } = useFormField<LineForm>(`${path}.promotion_code`)
  const { check, pending } = usePromotionCheck(position)
  const [itemId, cost] = useWatch({ control, name: [`${path}.item_id`, `${path}.cost`] })
  const savings = useMemo(
    () => (itemId === null ? [] : savingsOn(promotions, position.kind, amountOrZero(cost))),
    [promotions, position.kind, itemId, cost],
  )
  return (
    <ComboField
      {...field}
      label={lineLabels.promotion_code}
      className="grow basis-36"
      ignoreThaiLayout="code"
      search={useMemo(() => searchItems(savings, codeOf), [savings])}
      itemKey={codeOf}
      itemText={codeOf}
      renderItem={({ code, name, discount }) => (
        <span className="flex w-full justify-between gap-4">
          <span>
            {code} <span className="text-muted">{name}</span>
          </span>
          <span className="shrink-0">
            ลด <Money value={discount} />
          </span>
        </span>
      )}
      withButton={savings.length > 0}
      onSelect={() => check()}
      value={String(value)}
      onChange={(typed) => {
        const line = getValues(path)
        const code = normalizePromotionCode(typed)
        change(code)
        if (line.discount > 0) setValue(path, withCode(line, code))
        clearErrors(`${path}.promotion_code`)
      }}
      onBlur={() => {
        field.onBlur()
        check()
      }}
      after={
        <button
          type="button"
          tabIndex={-1}
          aria-label="ใช้รหัสส่วนลด"
          title="ใช้รหัสส่วนลด"
          disabled={pending}
          onClick={() => check()}
          className="-me-2.5 flex h-full w-9 shrink-0 items-center justify-center text-muted hover:text-ink coarse:w-11"
        >
          <BadgePercent size={16} aria-hidden />
        </button>
      }
    />
  )
}

/** Milliseconds without a keystroke in the price before the code is checked again. */
const debounceMs = 400

/**
 * Checks the promotion code of a line on the server, and again when item, price or branch change.
 * Success sets the line's discount and shows an alert. A rejected code stays in its field with the
 * message under it, and cannot be saved.
 * @returns `check`, to be called when the code is complete, and whether a request is pending
 */
function usePromotionCheck(position: LinePosition) {
  const { kind } = position
  const { control, getValues, setValue, setError, clearErrors } = useFormContext<LineForm>()
  const path = pathOf(position)
  /** The last checked combination of code, item, price and branch. */
  const lastChecked = useRef('')
  /** The code whose discount was already announced; checking it again raises no alert. */
  const announcedCode = useRef(getValues(path).promotion_code)

  const currentCombination = () => {
    const { promotion_code, item_id, cost } = getValues(path)
    return JSON.stringify([promotion_code.trim(), item_id, cost, getValues('branch_id')])
  }
  const command = useCommand(application.checkpromotion, {
    alert: 'errors',
    invalidates: [],
    onSuccess: ({ data, message }) => {
      // Ignores the answer for a line that changed after the request was sent.
      if (currentCombination() !== lastChecked.current) return
      clearErrors(`${path}.promotion_code`)
      const { discount } = data
      const line = getValues(path)
      setValue(path, withPrice(line, { discount }), { shouldDirty: true })
      if (line.promotion_code !== announcedCode.current) alerts.success(message)
      announcedCode.current = line.promotion_code
    },
    onError: ({ status, message }) => {
      const isRejected = status >= 400 && status < 500
      if (isRejected && currentCombination() === lastChecked.current) {
        const line = getValues(path)
        setValue(path, withCode(line, line.promotion_code), { shouldDirty: true })
        setError(`${path}.promotion_code`, { type: 'server', message })
        announcedCode.current = ''
      } else {
        lastChecked.current = ''
      }
    },
  })

  const check = () => {
    const { promotion_code, item_id, cost } = getValues(path)
    const branch_id = getValues('branch_id')
    if (promotion_code.trim() === '' || item_id === null) return
    if (currentCombination() === lastChecked.current) return
    lastChecked.current = currentCombination()
    void command.mutate({
      promotion_code,
      [`${kind}_id`]: item_id,
      ...(branch_id !== null && { branch_id }),
      cost: amountOrZero(cost),
    })
  }

  const [itemId, cost, branchId] = useWatch({
    control,
    name: [`${path}.item_id`, `${path}.cost`, 'branch_id'],
  })
  const checkAgain = useEffectEvent(check)
  useEffect(() => {
    if (itemId === null || cost === null || branchId === null) return
    const timer = setTimeout(checkAgain, debounceMs)
    return () => clearTimeout(timer)
  }, [itemId, cost, branchId])

  return { check, pending: command.pending }
}
