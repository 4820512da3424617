/** `นายสมชาย ใจดี`, but `Mr. John Smith`: Thai sets nothing between prefix and name. */
export const fullName = ({ prefix, name }: { prefix: string; name: string }): string =>
  /[a-z]/i.test(prefix) ? `${prefix} ${name}` : `${prefix}${name}`

interface NamedPerson {
  prefix: string
  fname: string
  sname: string
}

/** The same of whose first and last name stand apart. */
export const personName = ({ prefix, fname, sname }: NamedPerson): string =>
  fullName({ prefix, name: `${fname} ${sname}` })
