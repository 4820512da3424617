/** The colour of a status in chips and charts. */

/** warn orange, ok green, muted grey, accent purple, danger red, info blue. */
export type Tone = 'warn' | 'ok' | 'muted' | 'accent' | 'danger' | 'info'
