import type { UserData } from '@khapdee/contract/entities/user'

/** A signed-in user who may only view courses, with the given properties changed. */
export const aUser = (changed: Partial<UserData> = {}): UserData => ({
  user_id: 7,
  username: 'registrar.kkn',
  prefix: 'นางสาว',
  fname: 'สมศรี',
  sname: 'ใจดี',
  nickname: '',
  photo: null,
  position: '',
  role: { role_id: 4, name: 'เจ้าหน้าที่ทะเบียน' },
  branch_id: 1,
  province: 'ขอนแก่น',
  all_branches: false,
  branches: [
    { value: 1, name: 'สาขาขอนแก่น' },
    { value: 2, name: 'สาขาบ้านไผ่' },
  ],
  ability: [{ subject: 'course', action: 'view' }],
  must_change_password: false,
  ...changed,
})
