/** Sign-in and the caller's own account. Source: product specification, section 2. */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { labelled } from '../field-meta.ts'
import { messages } from '../messages.ts'
import { dataOf, id, instant, option, reference } from '../wire.ts'

const userData = z.object({
  user_id: id,
  username: z.string(),
  prefix: z.string(),
  fname: z.string(),
  sname: z.string(),
  nickname: z.string(),
  /** Signed link to the photo. */
  photo: z.string().nullable(),
  position: z.string(),
  role: z.object({ role_id: id, name: z.string() }),
  branch_id: id,
  /** The province of the user's branch, which address fields suggest first; sign-ins of earlier versions stored none. */
  province: z.string().optional(),
  /** The branches in which the user works. */
  branches: z.array(option),
  /** Sees all branches, and may change records that apply to every branch. */
  all_branches: z.boolean(),
  ability: z.array(z.object({ action: z.string(), subject: z.string() })),
  must_change_password: z.boolean(),
})
export type UserData = z.output<typeof userData>

const usernameTitle = 'ชื่อผู้ใช้'
const anyUsername = labelled(
  z
    .string({ error: messages.required(usernameTitle) })
    .trim()
    .toLowerCase(),
  usernameTitle,
)

/** User name of a new account. */
export const username = anyUsername.regex(/^[a-z0-9._-]{3,32}$/, {
  error: `${usernameTitle}ต้องเป็น a–z 0–9 . _ - จำนวน 3–32 ตัว`,
})

/** An existing user name, which may predate the current rules. The server validates changed names. */
export const storedUsername = (max: number) =>
  anyUsername
    .min(1, { error: messages.required(usernameTitle) })
    .max(max, { error: messages.tooLong(max) })

/** A required password field without rules about its content. */
const typedPassword = (title: string) =>
  labelled(
    z.string({ error: messages.required(title) }).min(1, { error: messages.required(title) }),
    title,
    { as: 'hidden' },
  )

/** An uploaded photo of a person. */
export const photo = reference('file', 'รูปถ่าย').nullable()

/** Minimum length of a password, and the message for shorter ones. */
export const minPassword = { length: 10, message: 'รหัสผ่านใหม่ต้องมีอย่างน้อย 10 ตัวอักษร' }

const newPasswordTitle = 'รหัสผ่านใหม่'
export const newPassword = labelled(
  z
    .string({ error: messages.required(newPasswordTitle) })
    .min(minPassword.length, { error: minPassword.message })
    .max(256, { error: messages.tooLong(256) }),
  newPasswordTitle,
  { as: 'hidden' },
)

export const sessionRow = z.object({
  session_id: z.string(),
  /** For example `Chrome · Windows`. */
  device: z.string(),
  /** IP address. */
  address: z.string(),
  createdAt: instant,
  /** Accurate to 15 minutes, the lifetime of access tokens. */
  last_used: instant,
  /** Whether the request was sent in this session. */
  is_current: z.boolean(),
})
export type SessionRow = z.output<typeof sessionRow>

const tokens = { accessToken: z.string(), refreshToken: z.string() }
const refreshInput = z.strictObject({ refreshToken: z.string().max(500) })

export const user = {
  login: endpoint({
    method: 'POST',
    path: 'user/login',
    access: 'public',
    summary: 'Sign in with user name and password',
    input: z.strictObject({
      username: storedUsername(64),
      password: typedPassword(fieldTitles.password).max(256, { error: messages.tooLong(256) }),
    }),
    output: dataOf(z.object({ ...tokens, userData })),
  }),
  refresh: endpoint({
    method: 'POST',
    path: 'user/refresh',
    access: 'public',
    summary: 'Exchange a refresh token for a new pair; the old one becomes invalid',
    input: refreshInput,
    output: dataOf(z.object(tokens)),
  }),
  /** The same endpoint under the second path of the former system. */
  refreshVariant: endpoint({
    method: 'POST',
    path: 'jwt/refresh-token',
    access: 'public',
    summary: 'The same as user/refresh',
    input: refreshInput,
    output: dataOf(z.object(tokens)),
  }),
  logout: endpoint({
    method: 'POST',
    path: 'user/logout',
    access: 'signed-in',
    beforePasswordChange: true,
    summary: 'End this session',
    input: z.strictObject({}),
    output: dataOf(z.null()),
  }),
  me: endpoint({
    method: 'GET',
    path: 'user/me',
    access: 'signed-in',
    beforePasswordChange: true,
    summary: 'The caller’s own profile, branches and abilities',
    input: z.strictObject({}),
    output: dataOf(userData),
  }),
  password: endpoint({
    method: 'PUT',
    path: 'user/password',
    access: 'signed-in',
    beforePasswordChange: true,
    summary: 'Change the caller’s own password and end the caller’s other sessions',
    input: z.strictObject({
      old_password: typedPassword('รหัสผ่านเดิม').max(256),
      new_password: newPassword,
    }),
    output: dataOf(z.null()),
  }),
  photo: endpoint({
    method: 'PUT',
    path: 'user/photo',
    access: 'signed-in',
    summary: 'Set or remove the caller’s own photo',
    input: z.strictObject({ photo }),
    output: dataOf(userData.pick({ photo: true })),
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'user/sessions',
    access: 'signed-in',
    summary: 'The open sessions of the caller',
    input: z.strictObject({}),
    output: dataOf(z.array(sessionRow)),
  }),
  endSession: endpoint({
    method: 'POST',
    path: 'user/sessions/end',
    access: 'signed-in',
    summary: 'End one session of the caller',
    input: z.strictObject({ session_id: z.uuid({ error: messages.invalid }) }),
    output: dataOf(z.null()),
  }),
}
