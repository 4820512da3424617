/** `นายสมชาย ใจดี`, but `Mr. John Smith`: Thai sets nothing between prefix and name. */
export const fullName = ({ prefix, name }: { prefix: string; name: string }): string =>
  /[a-z]/i.test(prefix) ? `${prefix} ${name}` : `${prefix}${name}`
