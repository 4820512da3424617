import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOneWindow } from './one-window.ts'

/** Waits until the promises and tasks of the locks have finished. */
async function settle(): Promise<void> {
  for (let round = 0; round < 8; round++) await new Promise((resolve) => setImmediate(resolve))
}

interface LockRequest {
  owner: object
  callback: () => Promise<void> | undefined
  resolve: () => void
  reject: (reason: Error) => void
}

/** Web Locks of one name, by the specification: requests and releases are handled one after the other, later than they are made. */
class FakeLocks {
  #held: LockRequest | undefined
  #queue: LockRequest[] = []
  #ended = new Set<object>()

  /** The locks as one window has them. */
  of(owner: object): LockManager {
    const request = (
      _name: string,
      { steal = false, signal }: LockOptions,
      callback: LockRequest['callback'],
    ) =>
      new Promise<void>((resolve, reject) => {
        const made = { owner, callback, resolve, reject }
        signal?.addEventListener('abort', () => {
          if (!this.#queue.includes(made)) return
          this.#queue = this.#queue.filter((one) => one !== made)
          reject(new DOMException('aborted', 'AbortError'))
        })
        setImmediate(() => {
          if (signal?.aborted === true || this.#ended.has(owner)) return
          if (!steal) this.#queue.push(made)
          else {
            this.#held?.reject(new DOMException('stolen', 'AbortError'))
            this.#held = undefined
            this.#queue.unshift(made)
          }
          this.#grant()
        })
      })
    return { request } as unknown as LockManager
  }

  /** Ends a window, whose locks the browser releases. */
  end(owner: object): void {
    this.#ended.add(owner)
    this.#queue = this.#queue.filter((one) => one.owner !== owner)
    if (this.#held?.owner === owner) this.#held = undefined
    this.#grant()
  }

  #grant(): void {
    if (this.#held !== undefined) return
    const next = this.#queue.shift()
    if (next === undefined) return
    this.#held = next
    const release = () =>
      setImmediate(() => {
        if (this.#held !== next) return
        this.#held = undefined
        next.resolve()
        this.#grant()
      })
    void Promise.resolve(next.callback()).then(release)
  }
}

/** A window of a browser that opens and closes, is used and hidden, and whose user signs in and out. */
class FakeWindow extends EventTarget {
  readonly document = Object.assign(new EventTarget(), {
    hidden: false,
    hasFocus: () => this.hasFocus,
  })
  readonly navigator: { locks: LockManager | undefined }
  hasFocus = false
  /** Number of its current listeners. */
  listening = 0
  /** Number of times that it began to listen. */
  starts = 0
  #stop: (() => void) | undefined

  constructor(locks: FakeLocks | undefined) {
    super()
    this.navigator = { locks: locks?.of(this) }
    this.signIn()
  }

  get isSignedIn() {
    return this.#stop !== undefined
  }

  signIn(): void {
    const start = () => {
      this.listening++
      this.starts++
      return () => void this.listening--
    }
    this.#stop ??= inOneWindow('test', start, this as unknown as Window)
  }

  signOut(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  setFocus(hasFocus: boolean): void {
    if (this.hasFocus === hasFocus) return
    this.hasFocus = hasFocus
    this.dispatchEvent(new Event(hasFocus ? 'focus' : 'blur'))
  }

  setHidden(isHidden: boolean): void {
    if (this.document.hidden === isHidden) return
    this.document.hidden = isHidden
    this.document.dispatchEvent(new Event('visibilitychange'))
  }
}

const actions = ['use', 'leave', 'hide', 'show', 'signOut', 'signIn', 'change', 'close'] as const
const steps = fc.array(
  fc.record({
    action: fc.constantFrom(...actions),
    at: fc.nat(1),
    /** Whether the next step runs only after the locks have handled this one. */
    isSettled: fc.boolean(),
  }),
  { maxLength: 20 },
)

const settledSteps = (...texts: `${(typeof actions)[number]} ${number}`[]) =>
  texts.map((text) => {
    const [action = '', at] = text.split(' ')
    return { action: action as (typeof actions)[number], at: Number(at), isSettled: true }
  })

/** Steps that run before the locks have handled the previous ones. */
const quickSteps = (...texts: Parameters<typeof settledSteps>) =>
  settledSteps(...texts).map((step) => ({ ...step, isSettled: false }))

/** Two windows of a browser, with or without locks. */
function openBrowser(locks: FakeLocks | undefined) {
  const windows = [0, 1].map(() => new FakeWindow(locks))
  const perform = (action: (typeof actions)[number], at: number) => {
    const target = windows[at] ?? new FakeWindow(locks)
    if (action === 'use') {
      for (const other of windows) if (other !== target) other.setFocus(false)
      target.setHidden(false)
      target.setFocus(true)
    }
    if (action === 'leave' || action === 'hide') target.setFocus(false)
    if (action === 'hide') target.setHidden(true)
    if (action === 'show') target.setHidden(false)
    if (action === 'signOut') target.signOut()
    if (action === 'signIn') target.signIn()
    if (action === 'change') {
      target.signOut()
      target.signIn()
    }
    if (action === 'close') {
      locks?.end(target)
      windows[at] = new FakeWindow(locks)
    }
  }
  return { windows, perform }
}

describe('inOneWindow', () => {
  it('runs in exactly one visible window, namely the one in use, whatever users do', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { windows, perform } = openBrowser(new FakeLocks())
        for (const { action, at, isSettled } of taken) {
          perform(action, at)
          if (isSettled) await settle()
        }
        await settle()
        const able = windows.filter(({ document, isSignedIn }) => !document.hidden && isSignedIn)
        const listening = windows.filter((one) => one.listening > 0)
        expect(windows.map((one) => one.listening).filter((times) => times > 1)).toEqual([])
        expect(listening).toHaveLength(Math.min(able.length, 1))
        const used = able.find(({ hasFocus }) => hasFocus)
        expect(used === undefined || listening[0] === used).toBe(true)
      }),
      {
        examples: [
          [settledSteps('use 0', 'change 0', 'signOut 0', 'hide 1')],
          [[...settledSteps('use 1'), ...quickSteps('use 0', 'use 1')]],
        ],
      },
    )
  })

  it('is taken over once by a window that opens, even when both report to have the focus', async () => {
    const { windows } = openBrowser(new FakeLocks())
    await settle()
    for (const one of windows) one.hasFocus = true
    const opened = windows[1]!
    opened.signOut()
    opened.signIn()
    await settle()
    expect(windows.map(({ starts }) => starts)).toEqual([1, 1])
    expect(opened.listening).toBe(1)
  })

  it('runs in the window in use where pages have no locks', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const { windows, perform } = openBrowser(undefined)
        for (const { action, at } of taken) perform(action, at)
        expect(windows.map((one) => one.listening)).toEqual(
          windows.map(({ hasFocus, isSignedIn }) => Number(hasFocus && isSignedIn)),
        )
      }),
    )
  })
})
