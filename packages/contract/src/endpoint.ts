/**
 * API endpoints as data. The server mounts and the browser calls the same object, so that each path,
 * field and permission is declared once.
 */
import type { Permission } from '@khapdee/domain/permissions'
import type { z } from 'zod'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Access to the call: public, for all signed-in users, or for users with a permission (any one of a list). */
export type Access = 'public' | 'signed-in' | Permission | readonly Permission[]

/** The fields of a successful answer, in addition to `status` and `message`. */
interface AnswerShape {
  data: z.ZodType
}

export interface Endpoint<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly method: Method
  /** Path below /api/v1; `:name` is the input field `name`. */
  readonly path: string
  readonly access: Access
  /** The OpenAPI summary: one line in English. */
  readonly summary: string
  readonly input: Input
  readonly output: Output
  /** True for a POST that only reads and is therefore safe to repeat. */
  readonly reads?: boolean
  /** True for a reading call that records in the audit trail what it disclosed. */
  readonly audited?: boolean
  /**
   * A request repeated with the same `Idempotency-Key` is executed once. The key is required for calls
   * that move money, and optional for calls that create records or take a version: without it, a change whose answer
   * was lost would be refused as a conflict when it is sent again.
   */
  readonly idempotent?: 'required' | 'optional'
  /**
   * The input field that makes a call with an optional key move money, and therefore require the
   * key.
   */
  readonly movesMoneyWith?: string
  /** Allowed for users who must change their password first. */
  readonly beforePasswordChange?: boolean
  /**
   * The call takes one file, the field `file` of multipart/form-data, and no other form fields; the
   * input is in the query.
   */
  readonly file?: {
    /** A longer file is refused. */
    readonly maxBytes: number
  }
}

/** The decoded input (money in satang), as given by callers and received by handlers. */
export type InputOf<E extends Endpoint> = z.output<E['input']>

/** The decoded output (money in satang), as returned by handlers and received by callers. */
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** The input as JSON on the wire: money in baht; fields with a default may be omitted. */
export type WireInputOf<E extends Endpoint> = z.input<E['input']>
export type WireOutputOf<E extends Endpoint> = z.input<E['output']>

/**
 * Declares an endpoint. `input` must be a strict object: an unknown field is refused, never
 * ignored. A writing call with a version is idempotent, unless `spec` states otherwise.
 */
export function endpoint<
  Input extends z.ZodObject,
  Shape extends AnswerShape & z.ZodRawShape,
  Output extends z.ZodObject<Shape>,
>(spec: Endpoint<Input, Output>): Endpoint<Input, Output> {
  const takesVersion = 'version' in spec.input.shape && !onlyReads(spec)
  return takesVersion ? { idempotent: 'optional', ...spec } : spec
}

/** Whether a signed-in user with these permissions may call the endpoint. */
export const isPermitted = (
  { access }: Pick<Endpoint, 'access'>,
  has: (permission: Permission) => boolean,
): boolean =>
  access === 'public' ||
  access === 'signed-in' ||
  (typeof access === 'string' ? has(access) : access.some(has))

/** Whether the endpoint changes no data. */
export const onlyReads = ({ method, reads }: Endpoint): boolean =>
  method === 'GET' || reads === true

/** Whether input fields that are not in the path are sent in the query string instead of a JSON body. */
export const inQuery = ({ method, file }: Endpoint): boolean =>
  method === 'GET' || file !== undefined

/** The names of the input fields in the path. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}
