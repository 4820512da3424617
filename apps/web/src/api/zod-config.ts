/** Configures Zod for the browser. Import it for its effect wherever schemas are used. */
import { messages } from '@khapdee/contract/messages'
import { z } from 'zod'

z.config({
  // The message of rules that declare none, such as an empty money field or a switch without a value.
  customError: ({ input }) =>
    input === undefined || input === null || input === '' ? 'จำเป็นต้องกรอก' : messages.invalid,
})
