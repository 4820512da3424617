interface CandidateProps {
  /** Of the choice: one of its candidates is chosen. */
  name: string
  text: string
  isChosen: boolean
  onChoose: () => void
}

/** One of the values that a field may keep. */
export function Candidate({ name, text, isChosen, onChoose }: CandidateProps) {
  return (
    <label className="flex min-h-control cursor-pointer items-center gap-2 rounded-md px-2 max-md:gap-1.5 max-md:px-1 hover:bg-surface-2 has-checked:bg-primary-soft">
      <input
        type="radio"
        name={`difference-${name}`}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-primary"
      />
      <span className="min-w-0 wrap-break-word">{text === '' ? '–' : text}</span>
    </label>
  )
}
