/** The state of the installation for the sign-in screen. Separate from the setup itself, so that signing in does not load the fields of branches. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { dataOf } from '../wire.ts'

export const firstAdministratorState = endpoint({
  method: 'POST',
  path: 'user/setup/state',
  access: 'public',
  reads: true,
  summary: 'Whether the school still lacks its first administrator, and whether a link is valid',
  input: z.strictObject({ token: z.string().max(100).default('') }),
  output: dataOf(
    z.object({
      /**
       * No user exists: the school can only be opened by the one-time link that the server printed.
       */
      is_empty: z.boolean(),
      /** The token is that of the latest link. */
      is_valid: z.boolean(),
    }),
  ),
})
