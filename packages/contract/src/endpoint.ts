/**
 * One call of the wire, as data. The server mounts it and the browser calls it: both read the
 * same object, so that a path, a field or a permission is said once.
 */
import type { Permission } from '@khapdee/domain/permissions'
import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may make the call: anybody, anybody signed in, or whoever holds the permission. */
export type Access = 'public' | 'signed-in' | Permission

/** What every successful answer holds beside `status` and `message`. */
interface AnswerShape {
  data: z.ZodType
}

export interface Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly method: Method
  /** Below /api/v1; `:name` takes that field of the input from the path. */
  readonly path: string
  readonly access: Access
  /** Says in one line, in English, what the call does: it is the OpenAPI summary. */
  readonly summary: string
  readonly input: Input
  readonly output: Output
  /** Only reads though it is a POST: it may be repeated at will. */
  readonly reads?: boolean
  /**
   * The same request twice happens once, by its `Idempotency-Key`: what moves money must carry one,
   * what makes a record may.
   */
  readonly idempotent?: 'required' | 'optional'
  /** Open to users who must change their password before anything else. */
  readonly beforePasswordChange?: boolean
  /**
   * Takes one file, as the field `file` of multipart/form-data and nothing beside it: the input
   * stands in the query.
   */
  readonly file?: {
    /** A longer file is refused. */
    readonly maxBytes: number
  }
}

/** What a caller gives (money already in satang) and what a handler receives. */
export type InputOf<E extends Endpoint> = z.output<E['input']>

/** What a handler gives and what a caller receives (money in satang). */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** The same as JSON on the wire: money in baht, and what has a default may be left out. */
export type WireInputOf<E extends Endpoint> = z.input<E['input']>
export type WireOutputOf<E extends Endpoint> = z.input<E['output']>

/**
 * Declares an endpoint. `input` must be a strict object: an unknown field is refused, never
 * ignored.
 */
export function endpoint<
  Input extends z.ZodObject,
  Shape extends AnswerShape & z.ZodRawShape,
  Output extends z.ZodObject<Shape>,
>(spec: Endpoint<Input, Output>): Endpoint<Input, Output> {
  return spec
}

/** Whether the call leaves everything as it is. */
export const onlyReads = ({ method, reads }: Endpoint): boolean =>
  method === 'GET' || reads === true

/** Whether the input's fields stand in the query, as far as they are not in the path. */
export const inQuery = ({ method, file }: Endpoint): boolean =>
  method === 'GET' || file !== undefined

/** The names of the input fields that stand in the path. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}
