/**
 * Saves without an answer, held on the server until their outcome is known: when the connection is
 * lost or the server fails, and when the tab is closed during a save. Repeating one with its
 * idempotency key saves nothing twice. A save is held only in the session of its user, because a
 * save held by another user would become that user's form.
 */
import type { InputOf } from '@khapdee/contract/endpoint'
import { heldForm } from '@khapdee/contract/entities/held-form'
import { type ApiError, asApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { currentUserId } from '../../../api/current-user.ts'
import { onServerStatus } from '../../../api/server-status.ts'

/** A form with the request that saves it, in the format in which it is held. */
type HeldSave = InputOf<typeof heldForm.create> & {
  attempt: NonNullable<InputOf<typeof heldForm.create>['attempt']>
}

interface SaveListeners {
  /** Called once the save is held. */
  onHeld: () => void
  /** Called when the server refuses to hold the save; the form must then stay open. */
  onRefused: (error: ApiError) => void
}

interface OpenSave extends SaveListeners {
  held: HeldSave
  /** The user who saves. */
  userId: number | null
  /** Whether the outcome is unknown; before that, the save is running. */
  isUnanswered: boolean
  /** The call that holds the save, with the id of the held form; null before the first attempt and after a failed one. */
  holding: Promise<number> | null
  /** Whether the server could not hold the save, and the next attempt is not due yet. */
  isPaused: boolean
}

/** The running and unanswered saves of this tab, by key. They outlive the screen and the session. */
const saves = new Map<string, OpenSave>()

/** Call it before a save is sent. If the tab is closed before {@link endSave} is called, the save is held. */
export function beginSave(held: HeldSave, listeners: SaveListeners): void {
  const { key } = held.attempt
  const holding = saves.get(key)?.holding ?? null
  const userId = currentUserId()
  saves.set(key, { held, userId, isUnanswered: false, holding, isPaused: false, ...listeners })
}

/** Call it when a save was not answered. The save is held now, or as soon as the server can be reached. */
export function holdSave(key: string): void {
  const save = saves.get(key)
  if (save === undefined) return
  save.isUnanswered = true
  void hold(save)
}

/** Call it when the outcome of a save is known; deletes its held form. @returns whether the save was held */
export async function endSave(key: string): Promise<boolean> {
  const save = saves.get(key)
  saves.delete(key)
  const id = await save?.holding?.catch(() => undefined)
  // If the call fails, the held form remains; recalling it repeats the save, which has the same outcome.
  if (id !== undefined) await call(heldForm.discard, { held_form_id: id }).catch(() => {})
  return id !== undefined
}

const isOwn = ({ userId }: OpenSave): boolean => userId === currentUserId()

/** The pause after a rate limit or a server error, in milliseconds. */
const pauseMs = 30_000

/** Whether the server would refuse the same request again: 4xx, except the end of the session and the rate limit. */
const isFinal = ({ status }: ApiError): boolean =>
  status >= 400 && status < 500 && status !== 401 && status !== 429

async function hold(save: OpenSave): Promise<void> {
  if (save.holding !== null || save.isPaused || !isOwn(save)) return
  const holding = call(heldForm.create, save.held).then(({ data }) => data.held_form_id)
  save.holding = holding
  try {
    await holding
    if (saves.has(save.held.attempt.key) && isOwn(save)) save.onHeld()
  } catch (cause) {
    save.holding = null
    const error = asApiError(cause)
    if (isFinal(error)) returnToForm(save, error)
    else if (error.status >= 429) pause(save)
  }
}

/** Stops holding the save. Its outcome stays unknown; saving the same content again repeats it. */
function returnToForm(save: OpenSave, error: ApiError): void {
  const { key } = save.held.attempt
  if (saves.get(key) !== save) return
  saves.delete(key)
  if (isOwn(save)) save.onRefused(error)
}

function pause(save: OpenSave): void {
  save.isPaused = true
  setTimeout(() => {
    save.isPaused = false
    if (save.isUnanswered && saves.get(save.held.attempt.key) === save) void hold(save)
  }, pauseMs)
}

onServerStatus(({ isUnavailable }) => {
  if (isUnavailable) return
  for (const save of saves.values()) {
    // In a later task: the answer that was just received may be that of the save itself, which ends it.
    if (save.isUnanswered) setTimeout(() => saves.has(save.held.attempt.key) && hold(save))
  }
})

addEventListener('pagehide', () => {
  for (const save of saves.values()) {
    if (save.holding !== null || !isOwn(save)) continue
    void call(heldForm.create, save.held, { keepalive: true }).catch(() => {})
  }
})
