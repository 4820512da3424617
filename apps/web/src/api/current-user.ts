/**
 * Returns the id of the signed-in user. It is set from outside, because this folder must not import
 * the session.
 */
let read: () => number | null = () => null

/** The id of the signed-in user; null without one. */
export const currentUserId = (): number | null => read()

/** Sets how `currentUserId` reads the user. The session calls it once, when it is loaded. */
export function readCurrentUserFrom(source: () => number | null): void {
  read = source
}
