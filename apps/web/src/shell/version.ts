/** Detects that the server delivers another build of the web app than this page, and loads it. */
import { buildMeta } from '@khapdee/contract/build'
import { onServerStatus } from '../api/server-status.ts'
import { pollServer } from './connection.ts'
import { keepDrafts } from '../shared/form-draft.ts'
import { memoryStore, useStore } from '../session/store.ts'

const outdated = memoryStore(false)

/** Whether another build was detected, by an answer's build header or by a missing chunk. */
export const useOutdated = (): boolean => useStore(outdated)

/** Reloads the page. The browser asks about unsaved input, which is restored from a draft. */
export function loadNewVersion(): void {
  keepDrafts()
  window.location.reload()
}

const missingPart = 'MissingPart'

/** Whether the error means that a chunk of the app could not be downloaded. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && error.name === missingPart

/** Starts watching for another build. @returns a function that stops it and resets the state */
export function watchVersion(): () => void {
  const own = document.querySelector<HTMLMetaElement>(`meta[name=${buildMeta}]`)?.content
  const stopListening = onServerStatus(({ build }) => {
    // The page of the development server has no build id.
    if (own !== undefined && build !== null && build !== own) outdated.set(true)
  })
  const onPreloadError = ({ payload }: VitePreloadErrorEvent) => {
    // The router recognises the browser's original message and would reload the page unasked.
    payload.message = `${missingPart}: ${payload.message}`
    payload.name = missingPart
    void pollServer().then((isReachable) => {
      if (isReachable) outdated.set(true)
    })
  }
  window.addEventListener('vite:preloadError', onPreloadError)
  return () => {
    stopListening()
    window.removeEventListener('vite:preloadError', onPreloadError)
    outdated.set(false)
  }
}
