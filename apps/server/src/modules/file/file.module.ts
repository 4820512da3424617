/** Uploaded files. */
import { file } from '@khapdee/contract/entities/file'
import { type Command, fileCommand } from '../../kernel/command.ts'
import { storeUpload } from './store-upload.ts'
import { uploadLink } from './upload-link.ts'

const upload = fileCommand(
  file.upload,
  // After a failed call the bytes are kept in the trash: when only the answer to the commit was lost, the row exists.
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
