import { pictureTypes, uploadRule } from '@khapdee/contract/entities/file'
import { type UserData, user as userApi } from '@khapdee/contract/entities/user'
import { useCommand } from '../../api/queries.ts'
import { session } from '../../session/session.ts'
import { checkFile, sendFile } from '../../crud/form-upload.tsx'
import { PhotoField } from '../../ui/fields/photo-field.tsx'

/** Sets the own photo as soon as it is chosen, or removes it. */
export function OwnPhoto({ user }: { user: UserData }) {
  const change = useCommand(userApi.photo, {
    onSuccess: ({ data }) => session.update({ ...user, ...data }),
  })
  // Of his photo he is told where it opens, not its number.
  const stored =
    user.photo === null ? null : { id: 0, name: 'รูปถ่าย', link: user.photo, isPicture: true }
  return (
    <PhotoField
      label="รูปถ่าย"
      description={uploadRule(pictureTypes)}
      value={stored}
      onChange={(next) => {
        // An upload that failed gives back what stood there.
        if (next?.id !== stored?.id) void change.mutate({ photo: next?.id ?? null })
      }}
      accept={pictureTypes}
      check={(file) => checkFile(file, pictureTypes)}
      send={sendFile}
    />
  )
}
