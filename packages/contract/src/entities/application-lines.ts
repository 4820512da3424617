/**
 * Converts between the two formats of application lines. The wire format has one array per kind, and
 * its lines have the id (and for display the name) of the item in `course_id` and `course_name`. Forms
 * and rows have one list of lines with `kind` and `item_id`.
 */
import type { LineKind } from '@khapdee/domain/promotion'

/** The kinds of lines, in the order of the form. */
export const lineKindOrder = [
  'course',
  'other_fee',
  'request_fee',
] as const satisfies readonly LineKind[]

interface ListedLine {
  kind: LineKind
  item_id: number
  /** The name of the item; only in lines that the server returns. */
  name?: string
}

type WireLine<Kind extends LineKind, Line extends ListedLine> = Omit<
  Line,
  'kind' | 'item_id' | 'name'
> & { [Id in `${Kind}_id`]: number } & (Line extends { name: string }
    ? { [Name in `${Kind}_name`]: string }
    : unknown)

/** Lines in the wire format, one array per kind. */
export type WireLines<Line extends ListedLine> = { [Kind in LineKind]: WireLine<Kind, Line>[] }

/** Splits a list of lines by kind; the lines of a kind keep their order. */
export function linesToWire<Line extends ListedLine>(lines: readonly Line[]): WireLines<Line> {
  const ofKind = (wanted: LineKind) =>
    lines.flatMap(({ kind, item_id, name, ...line }) =>
      kind === wanted
        ? [
            {
              ...line,
              [`${kind}_id`]: item_id,
              ...(name === undefined ? {} : { [`${kind}_name`]: name }),
            },
          ]
        : [],
    )
  // Safe cast: TypeScript cannot infer computed keys.
  return Object.fromEntries(lineKindOrder.map((kind) => [kind, ofKind(kind)])) as WireLines<Line>
}

/** Lines in the wire format; kinds may be omitted. */
type SomeWireLines = { readonly [Kind in LineKind]?: readonly object[] | undefined }

/** The fields that the lines of all kinds have in common, without the fields of the item. */
type FieldsOf<Wire extends SomeWireLines> = {
  [Kind in LineKind]: Wire[Kind] extends readonly (infer Line)[] | undefined
    ? Omit<Line, `${Kind}_id` | `${Kind}_name`> &
        (Line extends { [Name in `${Kind}_name`]: string } ? { name: string } : unknown)
    : never
}[LineKind]

/** Joins lines in the wire format into one list: courses, other fees, request fees. */
export function linesFromWire<Wire extends SomeWireLines>(
  wire: Wire,
): (FieldsOf<Wire> & { kind: LineKind; item_id: number })[] {
  return lineKindOrder.flatMap((kind) =>
    (wire[kind] ?? []).map((given) => {
      const {
        [`${kind}_id`]: item_id,
        [`${kind}_name`]: name,
        ...line
      } = given as Record<string, unknown>
      const joined = { ...line, ...(name === undefined ? {} : { name }), kind, item_id }
      // Safe cast: the contract validates the fields, and TypeScript cannot infer computed keys.
      return joined as unknown as FieldsOf<Wire> & { kind: LineKind; item_id: number }
    }),
  )
}
