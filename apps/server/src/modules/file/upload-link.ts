/** Links to uploaded files: signed, short-lived, and ended with the session they were given to. */
import type { UserContext } from '../../kernel/context.ts'

/** Works as the `src` of a picture, and as a download for anything else. */
export const uploadLink = (
  { services, actor }: Pick<UserContext, 'services' | 'actor'>,
  file_id: number,
): string =>
  `/files/uploads/${services.tokens.signUpload({ file_id, sessionId: actor.session_id })}`
