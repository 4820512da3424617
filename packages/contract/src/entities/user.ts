/** Sign-in and one's own account. Source: product specification, section 2. */
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { messages } from '../messages.ts'
import { dataOf, id, instant, option, requiredText } from '../wire.ts'
import { branch } from './branch.ts'

const userData = z.object({
  user_id: id,
  username: z.string(),
  prefix: z.string(),
  fname: z.string(),
  sname: z.string(),
  nickname: z.string(),
  /** Signed link. */
  photo: z.string().nullable(),
  position: z.string(),
  role: z.object({ role_id: id, name: z.string() }),
  branch_id: id,
  /** The branches he may work in. */
  branches: z.array(option),
  /** Sees every branch, and may write what belongs to all of them. */
  all_branches: z.boolean(),
  ability: z.array(z.object({ action: z.string(), subject: z.string() })),
  must_change_password: z.boolean(),
})
export type UserData = z.output<typeof userData>

export const username = z
  .string({ error: messages.required('ชื่อผู้ใช้') })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9._-]{3,32}$/, { error: 'ชื่อผู้ใช้ต้องเป็น a–z 0–9 . _ - จำนวน 3–32 ตัว' })

/** How long a password must be at least, and what is said of a shorter one. */
export const leastPassword = { length: 10, message: 'รหัสผ่านใหม่ต้องมีอย่างน้อย 10 ตัวอักษร' }

const newPassword = z
  .string({ error: messages.required('รหัสผ่านใหม่') })
  .min(leastPassword.length, { error: leastPassword.message })
  .max(256, { error: messages.tooLong(256) })

export const sessionRow = z.object({
  session_id: z.string(),
  /** `Chrome · Windows`. */
  device: z.string(),
  /** Of the network. */
  address: z.string(),
  createdAt: instant,
  /** To the quarter of an hour in which tokens live. */
  last_used: instant,
  /** The session that asks. */
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
      username: z
        .string({ error: messages.required('ชื่อผู้ใช้') })
        .trim()
        .toLowerCase()
        .min(1, { error: messages.required('ชื่อผู้ใช้') })
        .max(64, { error: messages.tooLong(64) }),
      password: z
        .string({ error: messages.required('รหัสผ่าน') })
        .min(1, { error: messages.required('รหัสผ่าน') })
        .max(256, { error: messages.tooLong(256) }),
    }),
    output: dataOf(z.object({ ...tokens, userData })),
  }),
  refresh: endpoint({
    method: 'POST',
    path: 'user/refresh',
    access: 'public',
    summary: 'Change a refresh token for a new pair; the old one dies',
    input: refreshInput,
    output: dataOf(z.object(tokens)),
  }),
  /** The same call under the path that the source names as a variant. */
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
    summary: 'Own profile, branches and abilities',
    input: z.strictObject({}),
    output: dataOf(userData),
  }),
  password: endpoint({
    method: 'PUT',
    path: 'user/password',
    access: 'signed-in',
    beforePasswordChange: true,
    summary: 'Change the own password; other sessions end',
    input: z.strictObject({
      old_password: z
        .string({ error: messages.required('รหัสผ่านเดิม') })
        .min(1, { error: messages.required('รหัสผ่านเดิม') })
        .max(256),
      new_password: newPassword,
    }),
    output: dataOf(z.null()),
  }),
  photo: endpoint({
    method: 'PUT',
    path: 'user/photo',
    access: 'signed-in',
    summary: 'Set or remove the own photo',
    input: z.strictObject({ photo: id.nullable() }),
    output: dataOf(userData.pick({ photo: true })),
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'user/sessions',
    access: 'signed-in',
    summary: 'Where one is signed in oneself',
    input: z.strictObject({}),
    output: dataOf(z.array(sessionRow)),
  }),
  endSession: endpoint({
    method: 'POST',
    path: 'user/sessions/end',
    access: 'signed-in',
    summary: 'End one of the own sessions',
    input: z.strictObject({ session_id: z.uuid({ error: messages.invalid }) }),
    output: dataOf(z.null()),
  }),
  setup: endpoint({
    method: 'POST',
    path: 'user/setup',
    access: 'public',
    summary: 'Create the first administrator and branch with the one-time link of an empty school',
    input: z.strictObject({
      token: z.string().max(100),
      school_name: requiredText('ชื่อโรงเรียน'),
      branch_code: branch.fields.shape.code,
      branch_name: branch.fields.shape.name,
      username,
      password: newPassword,
      fname: requiredText('ชื่อ', 100),
      sname: requiredText('นามสกุล', 100),
    }),
    output: dataOf(z.object({ user_id: id })),
  }),
}
