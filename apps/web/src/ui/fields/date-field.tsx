import { type Day, formatDay, parseThaiDate } from '@khapdee/domain/thai-date'
import { arabicDigits } from '@khapdee/domain/thai-text'
import { CalendarDays } from 'lucide-react'
import { type KeyboardEvent, type Ref, Suspense, useRef, useState } from 'react'
import { Popover } from 'react-aria-components'
import { lazyPart } from '../lazy-part.ts'
import type { FieldProps } from './field-frame.tsx'
import { InputField } from './text-fields.tsx'
import { type ParseResult, type TypedValueProps, useTypedValue } from './use-typed-value.ts'

/** The calendar is downloaded when it is first opened, because most dates are typed. */
const DateCalendar = lazyPart(async () => (await import('./date-calendar.tsx')).DateCalendar)

export interface DateFieldProps extends FieldProps, TypedValueProps<Day> {
  inputRef?: Ref<HTMLInputElement> | undefined
  /**
   * Days before it cannot be picked from the calendar; the form refuses them with a message when
   * they are typed.
   */
  minDay?: Day | undefined
}

/**
 * A field for a day, typed in the Buddhist Era or picked from a calendar (button, Alt+↓ or F4). During
 * typing only a complete `21/11/2540` is a value. When the focus leaves, on Enter and on paste it also
 * reads `21112540`, `21/11/40`, `21 พ.ย. 2540` and CE years. The text of a day that does not exist is kept,
 * with an error.
 */
export function DateField({ value, onChange, onInvalid, minDay, ...props }: DateFieldProps) {
  const typed = useTypedValue({ value, onChange, onInvalid, parse, format: formatDay })
  const [hint, setHint] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLSpanElement>(null)

  function finish(text = typed.text) {
    setHint(eraHint(text))
    typed.finish(text)
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') finish()
    if (event.key === 'F4' || (event.altKey && event.key === 'ArrowDown')) {
      event.preventDefault()
      finish()
      setOpen(true)
    }
  }

  return (
    <>
      <InputField
        {...props}
        error={typed.problem ?? props.error}
        description={hint ?? props.description}
        value={typed.text}
        onChange={(text, { nativeEvent }) => {
          const isPasted = 'inputType' in nativeEvent && nativeEvent.inputType === 'insertFromPaste'
          if (isPasted) return finish(text)
          setHint(undefined)
          typed.type(text)
        }}
        onBlur={() => {
          // After Enter the text is already in the Buddhist Era and gives no hint, so the shown one stays.
          typed.finish()
          setHint((shown) => shown ?? eraHint(typed.text))
          props.onBlur?.()
        }}
        onKeyDown={handleKey}
        ignoreThaiLayout="date"
        inputMode="numeric"
        placeholder="วว/ดด/ปปปป"
        after={
          <span ref={anchor} className="-me-2.5 flex h-full">
            <button
              type="button"
              tabIndex={-1}
              disabled={props.isDisabled}
              aria-label={`เปิดปฏิทิน ${props.label}`}
              onClick={() => setOpen(true)}
              className="flex w-9 items-center justify-center text-muted hover:text-ink coarse:w-11"
            >
              <CalendarDays size={16} aria-hidden />
            </button>
          </span>
        }
      />
      <Popover
        triggerRef={anchor}
        isOpen={isOpen}
        onOpenChange={setOpen}
        placement="bottom end"
        aria-label={`ปฏิทิน ${props.label}`}
        className="popover min-h-80 w-76 p-3"
      >
        <Suspense fallback={null}>
          <DateCalendar
            value={value ?? null}
            minDay={minDay}
            onPick={(day) => {
              setHint(undefined)
              typed.set(day)
              setOpen(false)
            }}
          />
        </Suspense>
      </Popover>
    </>
  )
}

function parse(text: string, isFinished: boolean): ParseResult<Day> {
  if (text.trim() === '') return { value: null }
  const value = parseThaiDate(text, isFinished ? 'lenient' : 'strict')
  return value === null ? { problem: 'รูปแบบวันที่ไม่ถูกต้อง (วว/ดด/ปปปป)' } : { value }
}

/** A hint for a text with a CE year, e.g. `ค.ศ. 1997 คือ พ.ศ. 2540`; undefined for other texts. */
function eraHint(text: string): string | undefined {
  const day = parseThaiDate(text, 'lenient')
  const year = day?.slice(0, 4)
  if (day == null || year === undefined || !arabicDigits(text).trim().endsWith(year))
    return undefined
  return `ค.ศ. ${year} คือ พ.ศ. ${formatDay(day).slice(-4)}`
}
