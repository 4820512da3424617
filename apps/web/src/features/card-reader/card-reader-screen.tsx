/**
 * The settings of the card readers of this counter: which are used, in which order, and whether
 * they work.
 */
import { cardPresent } from '@khapdee/contract/card-bridge'
import { onReaderScreen } from '@khapdee/domain/card-failure'
import type { Tone } from '@khapdee/domain/tone'
import { headings } from '@khapdee/domain/words'
import { ArrowUp, PlugZap } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../../session/session.ts'
import {
  cardSources,
  type LocalFailure,
  localFailureMessage,
  noAnswerReason,
  type SourceReport,
} from '../../shared/customer/card-sources.ts'
import {
  cardSettings,
  sourceLabels,
  type SourceName,
  sourceNames,
  turnOnSource,
  useCardSettings,
} from '../../shared/customer/card-settings.ts'
import { useDocumentTitle } from '../../shared/screen.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { SwitchField } from '../../ui/fields/choice-fields.tsx'
import { afterPaint } from '../../ui/hooks.ts'
import { Card, PageHeader } from '../../ui/page.tsx'
import { StateChip } from '../../ui/values.tsx'
import { useSingleFlight } from '../../use-single-flight.ts'
import { PairingForm } from './pairing-form.tsx'
import { ServerReaders } from './server-readers.tsx'

const hints: Record<SourceName, string> = {
  dltnatid: 'โปรแกรมอ่านบัตรของกรมการขนส่งทางบกที่ติดตั้งในเครื่องนี้',
  bridge:
    'เบราว์เซอร์ติดต่อโปรแกรมโดยตรง ครั้งแรกเบราว์เซอร์จะขออนุญาตเข้าถึงอุปกรณ์ในเครื่องหรือเครือข่าย กรุณากด “อนุญาต”',
  relay:
    'โปรแกรมเชื่อมต่อกับเซิร์ฟเวอร์เอง ใช้ได้เมื่อเบราว์เซอร์ติดต่อโปรแกรมโดยตรงไม่ได้ ข้อมูลในบัตรไม่ถูกเก็บที่เซิร์ฟเวอร์',
}

type SourceState = LocalFailure | SourceReport['state'] | 'UNTESTED'

const messages = {
  [cardPresent]: { label: 'พร้อม มีบัตรอยู่ในเครื่อง', tone: 'ok' },
  READY: { label: 'พร้อม', tone: 'ok' },
  NO_CARD: { label: 'พร้อม รอเสียบบัตร', tone: 'ok' },
  UNTESTED: { label: 'ยังไม่ได้ทดสอบ', tone: 'muted' },
  OUTDATED: { label: 'โปรแกรมเป็นรุ่นเก่า กรุณาติดตั้งรุ่น 0.8 ขึ้นไป', tone: 'warn' },
} as const satisfies Partial<Record<SourceState, { label: string; tone: Tone }>>

const hasLabel = (state: SourceState): state is keyof typeof messages => state in messages

/** Interval at which the state of a working reader is read again. */
const pollMs = 3_000

/** The message for a clerk who is already on this screen, next to whose state the settings are. */
const messageHere = (failure: LocalFailure): string =>
  localFailureMessage(failure).replace(onReaderScreen, 'ด้านล่าง')

/**
 * The state of a source and the version of its program; read when the user tests it, and then
 * repeatedly.
 */
function useSourceState(name: SourceName) {
  const [found, setFound] = useState<{ state: SourceState; version: string | null }>({
    state: 'UNTESTED',
    version: null,
  })
  const [isWatched, setWatched] = useState(false)
  const latestAsk = useRef(0)
  const ask = useCallback(async () => {
    const own = ++latestAsk.current
    const { state, version } = await cardSources[name].report()
    const isSilent = state === 'NO_PROGRAM' && name !== 'relay'
    const next = isSilent ? await noAnswerReason() : state
    if (own === latestAsk.current) setFound({ state: next, version })
  }, [name])
  const { run, pending } = useSingleFlight(async () => {
    await ask()
    setWatched(true)
  })
  useEffect(() => {
    if (!isWatched) return
    let timer: ReturnType<typeof setTimeout>
    let isStopped = false
    const wait = () => {
      timer = setTimeout(async () => {
        if (!document.hidden) await ask()
        if (!isStopped) wait()
      }, pollMs)
    }
    wait()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }, [isWatched, ask])
  return { ...found, test: run, pending }
}

export function CardReaderScreen() {
  useDocumentTitle(headings.cardReader)
  const { order, opensPanel } = useCardSettings()
  const { can } = useSession()
  const unused = sourceNames.filter((name) => !order.includes(name))
  return (
    <>
      <PageHeader title={headings.cardReader} aside="เฉพาะเบราว์เซอร์นี้" />
      <div className="grid items-start gap-3.5 lg:grid-cols-2">
        {[...order, ...unused].map((name, index) => (
          <Source key={name} name={name} isFirst={index === 0} isUsed={order.includes(name)} />
        ))}
        {can('application.create') && (
          <Card title="เมื่อเสียบบัตร">
            <SwitchField
              label="เปิดข้อมูลของผู้ถือบัตรทันที"
              description="ใช้ได้กับโปรแกรมอ่านบัตรในเครื่องนี้และผ่านเซิร์ฟเวอร์ ไม่ใช้กับ DLTNatID"
              value={opensPanel}
              onChange={(value) => cardSettings.change({ opensPanel: value })}
            />
          </Card>
        )}
      </div>
    </>
  )
}

interface SourceProps {
  name: SourceName
  isFirst: boolean
  isUsed: boolean
}

function Source({ name, isFirst, isUsed }: SourceProps) {
  const { state, version, test, pending } = useSourceState(name)
  const label = sourceLabels[name]
  const { order } = cardSettings.get()
  const others = order.filter((other) => other !== name)
  const at = order.indexOf(name)
  const testButton = useRef<HTMLButtonElement>(null)
  const focusTest = () => afterPaint(() => testButton.current?.focus())
  /** Changes the order, which moves this card and may remove the pressed control: the focus stays in the card. */
  const changeOrder = (change: () => void) => {
    const pressed = document.activeElement
    change()
    afterPaint(() => {
      if (pressed instanceof HTMLElement && pressed.isConnected) pressed.focus()
      else testButton.current?.focus()
    })
  }
  return (
    <Card
      title={label}
      actions={
        <>
          {isUsed && !isFirst && (
            <IconButton
              label={`ลอง ${label} ก่อน`}
              icon={ArrowUp}
              onPress={() =>
                changeOrder(() =>
                  cardSettings.change({
                    order: [...others.slice(0, at - 1), name, ...others.slice(at - 1)],
                  }),
                )
              }
            />
          )}
          <Button ref={testButton} icon={PlugZap} pending={pending} onPress={() => void test()}>
            ทดสอบ
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted">{hints[name]}</p>
        <output className="flex flex-wrap items-center gap-2">
          {hasLabel(state) ? (
            <StateChip state={messages[state]} />
          ) : (
            <>
              <StateChip state={{ label: 'ใช้ไม่ได้', tone: 'danger' }} />
              <span>{messageHere(state)}</span>
            </>
          )}
          {version !== null && <span className="text-sm text-muted">รุ่น {version}</span>}
        </output>
        <SwitchField
          label="ใช้เครื่องอ่านบัตรนี้"
          value={isUsed}
          onChange={(value) =>
            changeOrder(() => (value ? turnOnSource(name) : cardSettings.change({ order: others })))
          }
        />
        {name === 'bridge' && (
          <PairingForm
            isRefused={state === 'NOT_PAIRED'}
            onPaired={() => {
              focusTest()
              void test()
            }}
          />
        )}
        {name === 'relay' && <ServerReaders onChosen={() => void test()} />}
      </div>
    </Card>
  )
}
