const format = new Intl.NumberFormat('en-US')

/**
 * A number of things in running text, e.g. `1,024`.
 * @param isCapped whether there are more, which nobody has counted: `10,000+`
 */
export const countText = (count: number, isCapped = false): string =>
  `${format.format(count)}${isCapped ? '+' : ''}`
