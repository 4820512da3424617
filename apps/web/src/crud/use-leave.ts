import { useCanGoBack, useRouter } from '@tanstack/react-router'

/**
 * Back to the screen one came from as it was left, with its filters; or to `path` when there is no
 * way back. Asks about unsaved content unless it has just been saved.
 */
export function useLeave(path: string): (saved?: 'saved') => void {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (saved) => {
    const ignoreBlocker = saved !== undefined
    if (canGoBack) router.history.back({ ignoreBlocker })
    else void router.navigate({ to: path, ignoreBlocker })
  }
}
