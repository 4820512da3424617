/** The big screen: the queues of a branch on a television, opened by a secret link without signing in. */
import {
  type ShownQueues,
  examScreenPath,
  screenRevoked,
  shownQueues,
} from '@khapdee/contract/entities/exam-screen'
import { maxSilenceMs } from '@khapdee/contract/live'
import { timeInBangkok } from '@khapdee/domain/thai-date'
import { headings, stateWords } from '@khapdee/domain/words'
import { useEffect, useId, useState } from 'react'
import { urlOf } from '../../api/transport.ts'
import { useToday } from '../../ui/use-today.ts'
import { useDocumentTitle } from '../../shared/screen.tsx'
import './exam-screen.css'

const reconnectMs = 3000
const title = headings.queueScreen

type State = { kind: 'loading' } | { kind: 'revoked' } | { kind: 'shown'; queues: ShownQueues }

/**
 * Shows the stream of a link, and opens it again whenever it is lost, because the browser does so
 * itself only while the server answers. @returns a function that stops it
 */
function followQueues(
  secret: string,
  show: (state: State) => void,
  setConnected: (isConnected: boolean) => void,
): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source?.close()
    source = new EventSource(urlOf(`${examScreenPath}/${encodeURIComponent(secret)}`))
    source.addEventListener('open', () => setConnected(true))
    source.addEventListener('error', () => reopen(reconnectMs))
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data === screenRevoked) {
        stop()
        show({ kind: 'revoked' })
        return
      }
      const read = shownQueues.safeParse(JSON.parse(data))
      if (read.success) show({ kind: 'shown', queues: read.data })
      // Heartbeats are not visible here, so a stream without changes is opened again from time to
      // time.
      clearTimeout(timer)
      timer = setTimeout(open, 4 * maxSilenceMs)
    })
  }
  const reopen = (ms: number) => {
    setConnected(false)
    source?.close()
    clearTimeout(timer)
    timer = setTimeout(open, ms)
  }
  const stop = () => {
    clearTimeout(timer)
    source?.close()
  }
  open()
  return stop
}

export function ExamQueueScreen({ secret }: { secret: string }) {
  useDocumentTitle(title)
  // The stream is opened again on a new day, because no change announces it.
  return <Queues key={useToday()} secret={secret} />
}

function Queues({ secret }: { secret: string }) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [isConnected, setConnected] = useState(true)
  useEffect(() => followQueues(secret, setState, setConnected), [secret])
  if (state.kind === 'loading') return <Notice text="กำลังโหลดข้อมูล" />
  if (state.kind === 'revoked') {
    return <Notice text="ลิงก์นี้ใช้ไม่ได้แล้ว กรุณาขอลิงก์ใหม่จากเจ้าหน้าที่" />
  }
  const { branch, stations } = state.queues
  return (
    <main className="queues flex min-h-dvh flex-col gap-6 bg-bg p-6 text-ink">
      <header className="flex items-baseline justify-between gap-4">
        <h1 className="queue-large font-semibold">{branch}</h1>
        {!isConnected && <p className="queue-large text-danger">กำลังเชื่อมต่อใหม่</p>}
      </header>
      {stations.length === 0 ? (
        <p className="queue-larger m-auto text-muted">ยังไม่มีคิว</p>
      ) : (
        <div className="queue-grid grid flex-1 gap-6">
          {stations.map((station) => (
            <Station key={station.exam_session_id} station={station} />
          ))}
        </div>
      )}
    </main>
  )
}

function Station({ station }: { station: ShownQueues['stations'][number] }) {
  const { name, starts_at, called, next } = station
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="queue flex flex-col gap-4 rounded-lg border border-line bg-surface p-6"
    >
      <h2 id={headingId} className="queue-large font-semibold">
        <span className="queue-name">{name}</span>{' '}
        <span className="whitespace-nowrap text-muted">{timeInBangkok(starts_at)} น.</span>
      </h2>
      <div aria-live="polite" className="queue-called">
        <h3 className="queue-large text-muted">{stateWords.called}</h3>
        <ul className="flex flex-col gap-2">
          {called.map(({ queue_no, fname }) => (
            <li key={queue_no} className="flex w-full items-baseline gap-5">
              <span className="queue-largest font-semibold text-primary">{queue_no}</span>
              <span className="queue-larger queue-name min-w-0 break-words">{fname}</span>
            </li>
          ))}
          {called.length === 0 && <li className="queue-larger text-muted">–</li>}
        </ul>
      </div>
      <div className="mt-auto">
        <h3 className="queue-large text-muted">คิวถัดไป</h3>
        <p className="queue-larger queue-next flex flex-wrap gap-x-[1em]">
          {next.length === 0 ? '–' : next.map((queue_no) => <span key={queue_no}>{queue_no}</span>)}
        </p>
      </div>
    </section>
  )
}

const Notice = ({ text }: { text: string }) => (
  <main className="flex min-h-dvh items-center justify-center bg-bg p-6 text-ink">
    <h1 className="queue-large">{text}</h1>
  </main>
)
