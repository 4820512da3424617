/** First start of an empty school: a one-time link creates its administrator and first branch. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { firstAdministrator } from '@khapdee/contract/entities/first-administrator'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { DB } from '../../db/types.ts'
import { command } from '../../kernel/command.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashOfSecret } from '../../kernel/secret-hash.ts'
import { assertNotGuessable, hashPassword } from './passwords.ts'

const noUsers = sql<SqlBool>`not exists (select from app_user)`

/**
 * Creates the one-time link and returns its path, or null when the school already has users. Each
 * start creates a new link and invalidates the previous one.
 */
export async function createSetupLink(db: Kysely<DB>): Promise<string | null> {
  const token = randomBytes(24).toString('base64url')
  const stored = await db
    .insertInto('setting')
    .columns(['key', 'value'])
    .expression(
      db
        .selectNoFrom([
          sql.lit('setup').as('key'),
          sql`jsonb_build_object('token_hash', ${hashOfSecret(token)}::text)`.as('value'),
        ])
        .where(noUsers),
    )
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .returning('key')
    .executeTakeFirst()
  return stored === undefined ? null : `/setup?token=${token}`
}

const invalidLink = () => new AppError('SETUP_LINK', 'ลิงก์ตั้งค่าครั้งแรกถูกใช้แล้วหรือไม่ถูกต้อง', 400)

/** Whether `token` is the one whose hash is stored; compared in constant time. */
function matches(token: string, hash: string | undefined): boolean {
  const expected = Buffer.from(hash ?? '')
  const given = Buffer.from(hashOfSecret(token))
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const storedHash = sql<string>`value ->> 'token_hash'`

export const setupState = command(firstAdministrator.state, async (ctx, { token }) => {
  const [link] = await ctx.tx
    .selectFrom('setting')
    .select(storedHash.as('token_hash'))
    .where('key', '=', 'setup')
    .where(noUsers)
    .execute()
  const is_empty = link !== undefined
  return { data: { is_empty, is_valid: matches(token, link?.token_hash) } }
})

export const setup = command(
  firstAdministrator.setup,
  async (ctx, { token, school_name, branch_code, branch_name, username, password, ...name }) => {
    assertNotGuessable(password, username, 'password')
    // Deleting the row makes the link usable once. `noUsers` rejects a link when users were created in
    // another way after it was printed.
    const link = await ctx.tx
      .deleteFrom('setting')
      .where('key', '=', 'setup')
      .where(noUsers)
      .returning(storedHash.as('token_hash'))
      .executeTakeFirst()
    if (!matches(token, link?.token_hash)) throw invalidLink()
    const { branch_id } = await ctx.tx
      .insertInto('branch')
      .values({ code: branch_code, name: branch_name, tax_branch_no: '00000' })
      .returning('branch_id')
      .executeTakeFirstOrThrow()
    const { role_id } = await ctx.tx
      .selectFrom('role')
      .select('role_id')
      .where('key', '=', 'admin')
      .executeTakeFirstOrThrow()
    const { user_id } = await ctx.tx
      .insertInto('app_user')
      .values({
        ...name,
        username,
        password_hash: await hashPassword(password),
        role_id,
        branch_id,
      })
      .returning('user_id')
      .executeTakeFirstOrThrow()
    await ctx.tx.updateTable('school').set({ name: school_name }).execute()
    ctx.audit({
      entity: 'app_user',
      id: user_id,
      after: { username, role: 'admin', branch_code },
      by: user_id,
    })
    return { message: 'บันทึกข้อมูลเรียบร้อยแล้ว', data: { user_id } }
  },
  { changesAccess: true },
)
