/** Signed links to uploaded files; they expire soon, and end with their session. */
import type { UserContext } from '../../kernel/context.ts'

/** A link for the `src` of a picture, or for the download of another file. */
export const uploadLink = (
  { services, actor }: Pick<UserContext, 'services' | 'actor'>,
  file_id: number,
): string =>
  `/files/uploads/${services.tokens.signUpload({ file_id, sessionId: actor.session_id })}`
