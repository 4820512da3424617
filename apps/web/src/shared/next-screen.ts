import type { AnyRouter } from '@tanstack/react-router'

/**
 * Resolves when another screen is shown. The code of the next screen may have to be loaded first: until then the present one stays,
 * and a second press would save a second record.
 */
export const nextScreen = (router: Pick<AnyRouter, 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
