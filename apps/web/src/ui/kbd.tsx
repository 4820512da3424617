/** A key or a chord, e.g. `<Kbd keys="Ctrl K" />`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="rounded-sm border border-line bg-surface-2 px-1.5 font-sans text-xs text-muted">
      {keys}
    </kbd>
  )
}
