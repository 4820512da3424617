/** Builds import columns from the fields of the contract. */
import { fieldMeta, columnHeading, unwrapped } from '@khapdee/contract/field-meta'
import { personName, namePrefixes } from '@khapdee/domain/person-name'
import type { z } from 'zod'
import type { Labels } from '../../kernel/crud.ts'
import {
  type CellType,
  branch,
  branchOrAll,
  choice,
  choices,
  dayCell,
  idCard,
  money,
  optionalNumber,
  phone,
  plainText,
  postcode,
  role,
  wholeNumber,
  yesNo,
} from './cell-types.ts'
import type { ImportColumn, Values } from './import-kind.ts'

const cellTypesByFormat = {
  money,
  phone,
  day: dayCell,
  idcard: idCard,
  taxNumber: plainText,
  hidden: plainText,
}

/** The default cell type of a field. */
function cellTypeOf(schema: z.ZodType): CellType {
  const { as, flag, words, entity, none } = fieldMeta(schema)
  const { type } = unwrapped(schema).def
  if (entity === 'role') return role
  if (entity === 'branch') return none === undefined ? branch : branchOrAll
  if (as !== undefined) return cellTypesByFormat[as]
  if (flag !== undefined) return yesNo(...flag)
  if (words !== undefined) return (type === 'array' ? choices : choice)(words as Labels)
  if (type !== 'number') return plainText
  return schema.safeParse(null).success ? optionalNumber : wholeNumber
}

/** The properties of a column in addition to the contract: an example, or an object with example and overrides. */
type ColumnSettings = string | (Pick<ImportColumn, 'example'> & Partial<ImportColumn>)

/**
 * Columns in the order of `columns`. Header, cell type and whether a new record requires the field come
 * from the contract.
 * @param fields schemas of the endpoint that creates a record
 */
export const importColumns = <Name extends string>(
  fields: Readonly<Record<Name, z.ZodType>>,
  columns: Readonly<Partial<Record<NoInfer<Name>, ColumnSettings>>>,
): readonly ImportColumn[] =>
  (Object.entries(columns) as [Name, ColumnSettings][]).map(([field, settings]) => ({
    field,
    title: columnHeading(fields, field),
    type: cellTypeOf(fields[field]),
    ...(fieldMeta(fields[field]).isRequired && { isRequired: true as const }),
    ...(typeof settings === 'string' ? { example: settings } : settings),
  }))

/** The address columns of a person. */
export const address = {
  address: '99/1',
  moo: '3',
  soi: '',
  street: 'มิตรภาพ',
  subdistrict: 'ศิลา',
  district: 'เมืองขอนแก่น',
  province: 'ขอนแก่น',
  postcode: { type: postcode, example: '40000' },
} satisfies Record<string, ColumnSettings>

/** The name of the person in the example row. */
export const personExample = { prefix: namePrefixes.mrs, fname: 'สมศรี', sname: 'ใจดี' }

/** The full name of a person for the preview. */
export const nameOf = ({ prefix = '', fname = '', sname = '' }: Values): string =>
  personName({ prefix: String(prefix), fname: String(fname), sname: String(sname) })
