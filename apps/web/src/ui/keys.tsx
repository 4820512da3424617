const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys that are pressed together, as they are written on the keyboard; Ctrl is ⌘ on a Mac. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <kbd dir="ltr" className="inline-flex shrink-0 items-center gap-1 font-sans">
      {keys.map((key) => (
        <kbd
          key={key}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-surface-2 px-1 font-sans text-xs leading-none text-muted"
        >
          {key === 'Ctrl' && isApple ? '⌘' : key}
        </kbd>
      ))}
    </kbd>
  )
}
