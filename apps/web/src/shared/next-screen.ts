import type { AnyRouter } from '@tanstack/react-router'

/**
 * Resolves when another screen is shown. Its code may have to be loaded first; meanwhile the
 * present screen stays, and a second press would save a second record.
 */
export const nextScreen = (router: Pick<AnyRouter, 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
