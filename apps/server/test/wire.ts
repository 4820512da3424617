/** An untyped JSON object in the wire format. */
export type Wire = Readonly<Record<string, unknown>>
