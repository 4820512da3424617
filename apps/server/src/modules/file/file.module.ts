/** Uploaded files. */
import { file } from '@khapdee/contract/entities/file'
import { type Command, fileCommand } from '../../kernel/command.ts'
import { storeUpload } from './store-upload.ts'
import { uploadLink } from './upload-link.ts'

const upload = fileCommand(
  file.upload,
  // Moved to the trash, because the row may exist when the answer to its commit was lost.
  { prepare: storeUpload, discard: ({ files }, { key }) => files.trash(key) },
  async (ctx, _input, stored) => {
    const { user_id: made_by, branch_id } = ctx.actor
    const { file_id } = await ctx.tx
      .insertInto('file')
      .values({ ...stored, made_by, branch_id })
      .returning('file_id')
      .executeTakeFirstOrThrow()
    const { name, type, size } = stored
    ctx.audit({ entity: 'file', id: file_id, after: { name, type, size } })
    return { data: { file_id, name, type, size, link: uploadLink(ctx, file_id) } }
  },
)

export const fileCommands: Command[] = [upload]
