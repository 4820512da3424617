/**
 * The query of an address as plain text, `?branch=2&text=0812`: the router's own JSON would put
 * quotation marks around a phone number. Each route's schema makes the numbers.
 */

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const params = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return params.size > 0 ? `?${params}` : ''
}
