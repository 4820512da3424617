/** What every part of the bench is given. */
export interface PartOptions {
  /** Tells of the progress. */
  say: (text: string) => void
  /** Data folder of the grown school, to be kept for the next run. */
  keep: string | undefined
}
