/** The options of every part of the bench. */
export interface PartOptions {
  /** Prints progress. */
  log: (text: string) => void
  /** Data folder that the part `growth` keeps for the next run; undefined for a temporary folder. */
  keep: string | undefined
  /** The cases that the part `growth` measures, by name. */
  cases: RegExp
}
