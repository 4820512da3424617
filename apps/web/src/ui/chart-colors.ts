/** The colours of charts, from the tokens: they follow the theme, and are dark on paper. */

const mix = (token: string, percent: number) =>
  `color-mix(in srgb, var(--${token}) ${percent}%, var(--surface))`

/** Red is excluded, because it marks errors and money owed. */
const tokens = ['primary', 'warn', 'accent', 'ok', 'info', 'line-strong'] as const

/** Full tokens first, then lighter ones, so that neighbours differ in hue. */
const palette: readonly string[] = [85, 50, 25].flatMap((percent) =>
  tokens.map((token) => mix(token, percent)),
)

/** The colour of the n-th part of a whole; colours repeat after the 18th. */
export const partColor = (index: number): string => palette[index % palette.length] ?? ''

/** The colours of the two sides of the books, and of their difference. */
export const sideColors = {
  income: 'var(--primary)',
  expenses: mix('warn', 65),
  net: 'var(--accent)',
} as const
