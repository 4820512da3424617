/** How a status looks: chips and charts take their colour from it. */

/** warn orange, ok green, muted grey, accent purple, danger red, info blue. */
export type Tone = 'warn' | 'ok' | 'muted' | 'accent' | 'danger' | 'info'
