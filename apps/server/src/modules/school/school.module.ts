/** Settings of the whole school. */
import { school } from '@khapdee/contract/entities/school'
import { answerMessages } from '@khapdee/domain/words'
import { sql } from 'kysely'
import { changesOf } from '../../kernel/audit.ts'
import { type Command, command } from '../../kernel/command.ts'
import type { UserContext } from '../../kernel/context.ts'
import { conflict } from '../../kernel/errors.ts'
import { endAllStrandedGuests } from '../booking/waiting.ts'
import { attachImage } from '../file/attach-file.ts'
import { uploadLink } from '../file/upload-link.ts'

const selectSchool = (ctx: UserContext) =>
  ctx.tx
    .selectFrom('school')
    .select(['name', 'name_en', 'logo_file_id', 'form_idcard', 'receipt_idcard', 'version'])
    .select(['due_date_max_days', 'number_misses_per_hour', 'follow_up_presets'])
    .select(['exam_across_branches', 'payslip_password'])
    // Safe: check constraints of the table list the choices.
    .$narrowType<Pick<SchoolValues, 'form_idcard' | 'receipt_idcard' | 'payslip_password'>>()

type SchoolValues = ReturnType<typeof school.fields.parse>

const withLogoLink = <Row extends { logo_file_id: number | null }>(ctx: UserContext, row: Row) => ({
  ...row,
  logo_link: row.logo_file_id === null ? null : uploadLink(ctx, row.logo_file_id),
})

const get = command(school.get, async (ctx) => ({
  data: withLogoLink(ctx, await selectSchool(ctx).executeTakeFirstOrThrow()),
}))

const update = command(school.update, async (ctx, { version, ...values }) => {
  const before = await selectSchool(ctx).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (before.version !== version) throw conflict()
  await attachImage(ctx, 'logo_file_id', values.logo_file_id, before.logo_file_id)
  await ctx.tx
    .updateTable('school')
    .set({ ...values, version: sql`version + 1`, updatedAt: sql`now()` })
    .execute()
  ctx.audit({ entity: 'school', id: 1, ...changesOf(before, values) })
  const stopsGuests = before.exam_across_branches && !values.exam_across_branches
  const ended = stopsGuests ? await endAllStrandedGuests(ctx) : 0
  return {
    message:
      ended === 0
        ? answerMessages.changed
        : `${answerMessages.changed} · นำสิทธิ์ของสาขาอื่นออกจากรายชื่อสำรอง ${ended} รายการ`,
    data: withLogoLink(ctx, { ...values, version: version + 1 }),
  }
})

export const schoolCommands: Command[] = [get, update]
