/** Detects that the server serves a different build of the web app, and loads it on request. */
import { buildMeta } from '@khapdee/contract/build'
import { onServerStatus } from '../api/server-status.ts'
import { pollServer } from './connection.ts'
import { saveDraftsOnUnload } from '../shared/form-draft.ts'
import { memoryStore, useStore } from '../session/store.ts'

const outdated = memoryStore(false)

/** Whether a different build was detected, by the build header of an answer or a missing chunk. */
export const useOutdated = (): boolean => useStore(outdated)

/**
 * Reloads the page. The browser asks for confirmation if there is unsaved input; a draft restores
 * it after the reload.
 */
export function loadNewVersion(): void {
  saveDraftsOnUnload()
  window.location.reload()
}

const chunkLoadErrorName = 'ChunkLoadError'

/** Whether the error means that a chunk of the app could not be downloaded. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && error.name === chunkLoadErrorName

/** Starts watching for a different build. @returns a function that stops it and resets the state */
export function watchVersion(): () => void {
  const ownBuild = document.querySelector<HTMLMetaElement>(`meta[name=${buildMeta}]`)?.content
  const stopListening = onServerStatus(({ build }) => {
    // The page of the development server has no build id.
    if (ownBuild !== undefined && build !== null && build !== ownBuild) outdated.set(true)
  })
  const onPreloadError = ({ payload }: VitePreloadErrorEvent) => {
    // The router would recognise the original message and reload the page without asking.
    payload.message = `${chunkLoadErrorName}: ${payload.message}`
    payload.name = chunkLoadErrorName
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
