/** The questionnaire on the tablet at the counter: no menus and no sign-in, only the code that a candidate was given. */
import type { OutputOf } from '@khapdee/contract/endpoint'
import { satisfaction } from '@khapdee/contract/entities/satisfaction'
import { titleOf } from '@khapdee/contract/field-meta'
import { scaleValues } from '@khapdee/domain/score-sheet'
import { actionWords } from '@khapdee/domain/words'
import { Annoyed, Frown, Laugh, type LucideIcon, Meh, Smile } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useState } from 'react'
import { useCommand } from '../../api/queries.ts'
import { useDocumentTitle } from '../../shared/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { TextArea, TextField } from '../../ui/fields/text-fields.tsx'
import { useIdleCountdown } from './use-idle-countdown.ts'

type Questionnaire = OutputOf<typeof satisfaction.open>['data']

/** Milliseconds after which the thanks are replaced by the start screen. */
const thanksMs = 10_000

type Step =
  | { name: 'code' }
  | { name: 'questions'; code: string; questionnaire: Questionnaire }
  | { name: 'thanks' }

export function SatisfactionScreen() {
  useDocumentTitle('แบบประเมินความพึงพอใจ')
  const [step, setStep] = useState<Step>({ name: 'code' })
  useEffect(() => {
    if (step.name !== 'thanks') return
    const timer = setTimeout(() => setStep({ name: 'code' }), thanksMs)
    return () => clearTimeout(timer)
  }, [step])
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-160 flex-col justify-center gap-4 p-4">
      <h1 className="text-center text-xl font-semibold">แบบประเมินความพึงพอใจ</h1>
      {step.name === 'code' && (
        <CodeForm
          onOpen={(code, questionnaire) => setStep({ name: 'questions', code, questionnaire })}
        />
      )}
      {step.name === 'questions' && (
        <Questions
          {...step}
          onCancel={() => setStep({ name: 'code' })}
          onDone={() => setStep({ name: 'thanks' })}
        />
      )}
      {step.name === 'thanks' && (
        <output className="card flex flex-col items-center gap-3 p-6 text-center">
          <Laugh size={48} strokeWidth={1.5} aria-hidden className="text-ok" />
          <p className="text-lg font-semibold">ขอบคุณสำหรับความคิดเห็น</p>
          <p className="text-muted">เราจะนำไปปรับปรุงการสอนและการบริการ</p>
          <Button onPress={() => setStep({ name: 'code' })}>ผู้ประเมินคนถัดไป</Button>
        </output>
      )}
    </main>
  )
}

function CodeForm({ onOpen }: { onOpen: (code: string, questionnaire: Questionnaire) => void }) {
  const [code, setCode] = useState('')
  const leftSeconds = useIdleCountdown(code !== '', () => setCode(''))
  const open = useCommand(satisfaction.open, {
    alert: 'none',
    onSuccess: ({ data }, input) => onOpen(input.code, data),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void open.mutate({ code: code.replaceAll(/\D/g, '') })
  }
  return (
    <form
      noValidate
      onSubmit={submit}
      className="card flex flex-col gap-4 p-6"
      aria-label="รหัสแบบประเมิน"
    >
      <p className="text-center text-muted">กรอกรหัส 8 หลักที่ได้รับจากเจ้าหน้าที่หลังสอบ</p>
      <TextField
        name="code"
        label={titleOf(satisfaction.open.input.shape, 'code')}
        required
        value={code}
        onChange={setCode}
        inputMode="numeric"
        ignoreThaiLayout="digits"
        autoComplete="off"
        error={open.error?.message}
      />
      <Button kind="primary" type="submit" pending={open.pending} className="min-h-13">
        เริ่มประเมิน
      </Button>
      <IdleNotice leftSeconds={leftSeconds} />
    </form>
  )
}

/**
 * Announces that the tablet is about to return to its start screen; visible wherever the page is
 * scrolled.
 */
const IdleNotice = ({ leftSeconds }: { leftSeconds: number | null }) =>
  leftSeconds !== null && (
    <div className="sticky bottom-0 z-10">
      <Alert tone="warning">{`กลับไปหน้าแรกใน ${leftSeconds} วินาที แตะหน้าจอเพื่อทำต่อ`}</Alert>
    </div>
  )

const icons: readonly LucideIcon[] = [Laugh, Smile, Meh, Annoyed, Frown]

interface QuestionsProps {
  code: string
  questionnaire: Questionnaire
  onCancel: () => void
  onDone: () => void
}

function Questions({ code, questionnaire, onCancel, onDone }: QuestionsProps) {
  const { first_name, branch, questions } = questionnaire
  const [values, setValues] = useState<Readonly<Record<number, number>>>({})
  const [comment, setComment] = useState('')
  const [isChecked, setChecked] = useState(false)
  const leftSeconds = useIdleCountdown(true, onCancel)
  const answer = useCommand(satisfaction.answer, { alert: 'none', onSuccess: onDone })
  const missing = questions.filter(({ evaluate_id }) => values[evaluate_id] === undefined)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (missing[0] !== undefined) {
      showQuestion(event.currentTarget, questions.indexOf(missing[0]))
      return
    }
    const answers = questions.map(({ evaluate_id }) => ({
      evaluate_id,
      value: values[evaluate_id] ?? 0,
    }))
    void answer.mutate({ code, answers, comment })
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4" aria-label="แบบประเมิน">
      <p className="text-center">
        {`สวัสดีคุณ${first_name}`} <span className="text-muted">{branch}</span>
      </p>
      {questions.map((question) => (
        <QuestionCard
          key={question.evaluate_id}
          {...question}
          value={values[question.evaluate_id]}
          isMissing={isChecked && values[question.evaluate_id] === undefined}
          onChange={(value) => setValues({ ...values, [question.evaluate_id]: value })}
        />
      ))}
      <TextArea
        name="comment"
        label={titleOf(satisfaction.answer.input.shape, 'comment')}
        rows={3}
        value={comment}
        onChange={setComment}
      />
      {isChecked && missing.length > 0 && (
        <Alert tone="error">{`กรุณาตอบอีก ${missing.length} ข้อ`}</Alert>
      )}
      {answer.error !== null && <Alert tone="error">{answer.error.message}</Alert>}
      <div className="flex justify-between gap-2">
        <Button onPress={onCancel}>{actionWords.cancel}</Button>
        <Button kind="primary" type="submit" pending={answer.pending} className="min-h-13 px-6">
          ส่งแบบประเมิน
        </Button>
      </div>
      <IdleNotice leftSeconds={leftSeconds} />
    </form>
  )
}

/** Focuses a question of the form and scrolls to it, with its title. */
function showQuestion(form: Element, index: number) {
  const question = form.querySelectorAll('section')[index]
  question?.querySelector('input')?.focus({ preventScroll: true })
  question?.scrollIntoView({ block: 'center' })
}

type QuestionProps = Questionnaire['questions'][number] & {
  value: number | undefined
  isMissing: boolean
  onChange: (value: number) => void
}

/** A question with one large button per value, best first. */
function QuestionCard({ title, scale, value, isMissing, onChange }: QuestionProps) {
  const id = useId()
  return (
    <section className="card flex flex-col gap-3 p-4">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      <div
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        className="flex gap-1.5"
      >
        {scaleValues[scale].map((choice, i) => {
          const Icon = scale === 'five' ? (icons[i] ?? Meh) : choice.value === 1 ? Smile : Frown
          return (
            <label
              key={choice.value}
              className="flex min-h-20 min-w-0 grow basis-0 cursor-pointer flex-col items-center justify-center gap-1 rounded-md border border-line-strong px-1 text-center text-xs has-checked:border-primary has-checked:bg-primary-soft has-checked:font-medium has-checked:text-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={id}
                checked={value === choice.value}
                onChange={() => onChange(choice.value)}
                className="sr-only"
              />
              <Icon size={28} strokeWidth={1.5} aria-hidden />
              {choice.name}
            </label>
          )
        })}
      </div>
      {isMissing && (
        <p id={`${id}-error`} className="text-sm text-danger">
          กรุณาเลือกคำตอบ
        </p>
      )}
    </section>
  )
}
