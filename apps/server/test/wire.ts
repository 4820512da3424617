/** Values as they are sent: JSON that nothing is known of. */
export type Wire = Readonly<Record<string, unknown>>
