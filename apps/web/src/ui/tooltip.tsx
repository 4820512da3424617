import type { ReactElement } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components'

/** Says what an icon means, on hover and on keyboard focus. `children` is one focusable element. */
export function Hint({ text, children }: { text: string; children: ReactElement }) {
  return (
    <TooltipTrigger delay={500} closeDelay={0}>
      {children}
      <Tooltip className="rounded-md bg-ink px-2 py-1 text-xs text-surface" offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}
