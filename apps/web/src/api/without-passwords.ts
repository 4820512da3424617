/** For `JSON.stringify`: passwords are written down nowhere in the browser. */
export const withoutPasswords = (name: string, value: unknown): unknown =>
  /password/.test(name) ? '' : value
