/** Whether the server has a newer web app than this page, and how to change over to it. */
import { buildMeta } from '@khapdee/contract/build'
import { onServerStatus } from '../api/server-status.ts'
import { askServer } from './connection.ts'
import { keepDrafts } from '../shared/form-draft.ts'
import { memoryStore, useStore } from '../session/store.ts'

const outdated = memoryStore(false)

/** True from the moment that an answer, or a missing part of the app, tells of another build. */
export const useOutdated = (): boolean => useStore(outdated)

/** Loads the page anew. Unsaved content is asked about, and comes back as a draft. */
export function loadNewVersion(): void {
  keepDrafts()
  window.location.reload()
}

const missingPart = 'MissingPart'

/** Whether this is a part of the app that could not be downloaded. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && error.name === missingPart

/** Follows the answers for the life of the page. Gives back how to stop. */
export function watchVersion(): () => void {
  const own = document.querySelector<HTMLMetaElement>(`meta[name=${buildMeta}]`)?.content
  const stopListening = onServerStatus(({ build }) => {
    // The development server's page has no build.
    if (own !== undefined && build !== null && build !== own) outdated.set(true)
  })
  const onPreloadError = ({ payload }: VitePreloadErrorEvent) => {
    // By the browser's own words for it the router would reload the page unasked.
    payload.message = `${missingPart}: ${payload.message}`
    payload.name = missingPart
    void askServer().then((isThere) => {
      if (isThere) outdated.set(true)
    })
  }
  window.addEventListener('vite:preloadError', onPreloadError)
  return () => {
    stopListening()
    window.removeEventListener('vite:preloadError', onPreloadError)
    outdated.set(false)
  }
}
