/** `นายสมชาย ใจดี`, but `Mr. John Smith`: a Thai prefix is not followed by a space. */
export const fullName = ({ prefix, name }: { prefix: string; name: string }): string =>
  /[a-z]/i.test(prefix) ? `${prefix} ${name}` : `${prefix}${name}`

interface NamedPerson {
  prefix: string
  fname: string
  sname: string
}

/** The full name from separate first and last names; walk-ins may lack the last name. */
export const personName = ({ prefix, fname, sname }: NamedPerson): string =>
  fullName({ prefix, name: `${fname} ${sname}`.trim() })

/** The usual prefixes of Thai names. */
export const namePrefixes = { mr: 'นาย', mrs: 'นาง', miss: 'นางสาว' } as const
