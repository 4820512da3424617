/** How Zod works in the browser; imported for its effect before any schema is used. */
import { messages } from '@khapdee/contract/messages'
import { z } from 'zod'

z.config({
  // Rules that bring no wording of their own: an empty money field, a switch without a value.
  customError: ({ input }) =>
    input === undefined || input === null || input === '' ? 'จำเป็นต้องกรอก' : messages.invalid,
})
