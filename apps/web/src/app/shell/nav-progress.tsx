import { useRouterState } from '@tanstack/react-router'

/** A line at the top while the next screen is on its way, unless it is there at once. */
export function NavProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return (
    <div
      aria-hidden
      data-noprint
      className={`pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 bg-primary transition-opacity ${isLoading ? 'delay-150' : 'opacity-0'}`}
    />
  )
}
