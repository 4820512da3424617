interface NamedPerson {
  prefix: string
  fname: string
  sname: string
}

/** Prefix, first and last name as Thai writes them: `นายสมชาย ใจดี`. */
export const personName = ({ prefix, fname, sname }: NamedPerson): string =>
  `${prefix}${fname} ${sname}`
