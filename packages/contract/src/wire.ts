/**
 * The field types of the wire, said once. Decoding goes from JSON to the values the code works
 * with (baht to satang, text to normalised text); encoding goes back.
 */
import { type Satang, bahtToSatang, satangToBaht } from '@khapdee/domain/money'
import { type Day, isDay } from '@khapdee/domain/thai-date'
import { normalizeThai } from '@khapdee/domain/thai-text'
import { z } from 'zod'
import { messages } from './messages.ts'

const satangSchema = z.custom<Satang>((value) => Number.isSafeInteger(value))

/** A JSON number in baht with at most two decimals; inside: satang. More decimals are refused. */
export const baht = z.codec(z.number({ error: messages.number }), satangSchema, {
  decode: (value, ctx) => {
    const satang = bahtToSatang(value)
    if (satang !== null) return satang
    ctx.issues.push({ code: 'custom', input: value, message: messages.bahtDecimals })
    return z.NEVER
  },
  encode: satangToBaht,
})

/** Baht that cannot be negative: prices and payments. */
export const positiveBaht = baht.refine((value) => value >= 0, { error: messages.notNegative })

/** A day as `YYYY-MM-DD` (CE) that exists in the calendar. */
export const day = z.custom<Day>((value) => typeof value === 'string' && isDay(value), {
  error: messages.date,
})

/** An instant, ISO 8601 in UTC. */
export const instant = z.string()

export const id = z.int({ error: messages.invalid }).positive({ error: messages.invalid })

/** An id in a path or query string. */
export const idInPath = z.coerce.number().pipe(id)

/** Carried by every editable record; an update with an older one is refused. */
export const version = z.int().nonnegative()

/** Free text: Thai normalised, trimmed, never longer than `max`. Empty is allowed. */
export const text = (max = 200) =>
  z
    .string({ error: messages.invalid })
    .overwrite(normalizeThai)
    .max(max, { error: messages.tooLong(max) })

/** Text that must be given; the message names the field. */
export const requiredText = (label: string, max = 200) =>
  z
    .string({ error: messages.required(label) })
    .overwrite(normalizeThai)
    .min(1, { error: messages.required(label) })
    .max(max, { error: messages.tooLong(max) })

/** Several lines of text: line breaks are kept, so it is not normalised as one. */
export const multilineText = (max = 2000) =>
  z
    .string({ error: messages.invalid })
    .overwrite((value) => value.split('\n').map(normalizeThai).join('\n').trim())
    .max(max, { error: messages.tooLong(max) })

/** A key of a table of labels. */
export const oneOf = <Key extends string>(
  labels: Readonly<Record<Key, object>>,
  error: string = messages.invalid,
) => z.enum(Object.keys(labels) as [Key, ...Key[]], { error })

/** A dropdown entry. */
export const option = z.object({ value: z.union([z.string(), z.number()]), name: z.string() })
export type Option = z.infer<typeof option>

/** The first entry of every filter. */
export const allOption: Option = { value: 'all', name: 'ทั้งหมด' }

/** `all`, `ทั้งหมด` and empty text mean that the filter is not set. */
const noFilter = new Set(['', 'all', 'ทั้งหมด'])
export const isSet = (value: string | undefined): value is string =>
  value !== undefined && !noFilter.has(value)

const filterText = z.string().max(100)
const filterDay = z
  .string()
  .refine((value) => !isSet(value) || isDay(value), { error: messages.date })

/** The query every list understands; a screen takes the filters it offers. */
export const listQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  perPage: z.coerce.number().int().min(1).max(100).default(10),
  sort: z.string().max(40).optional(),
  branch: filterText.optional(),
  status: filterText.optional(),
  type: filterText.optional(),
  category: filterText.optional(),
  user: filterText.optional(),
  position: filterText.optional(),
  month: filterText.optional(),
  text: z.string().max(100).overwrite(normalizeThai).optional(),
  start: filterDay.optional(),
  end: filterDay.optional(),
})
export type ListQuery = z.output<typeof listQuery>

/** What a list was asked, without the page: a file holds all of it. */
export const exportQuery = listQuery.omit({ page: true, perPage: true })

const meta = z.object({
  page: z.number(),
  perPage: z.number(),
  total: z.number(),
  totalPages: z.number(),
  /** True where counting stopped at `total`: there are more, and nobody knows how many. */
  capped: z.boolean().optional(),
})
export type Meta = z.infer<typeof meta>

export const filters = z.record(z.string(), z.array(option))
export type Filters = z.infer<typeof filters>

/** A list's answer: rows, paging and the dropdowns of its filters. */
export const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), meta, filter: filters })

/** An answer with one thing in it. */
export const dataOf = <Data extends z.ZodType>(data: Data) => z.object({ data })

/** A PDF's signed link. */
export const pdfLink = z.object({ pdf: z.string() })

/** A QR code: the SVG path of its dark modules, one unit a module, `size` modules a side. */
export const qrPicture = z.object({ path: z.string(), size: z.number() })

/** A file's signed link. */
export const fileLink = z.object({ file: z.string() })
