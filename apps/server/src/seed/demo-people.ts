/** Generates the demo's customers: plausible data that belongs to no real person. */
import type { InputOf } from '@khapdee/contract/endpoint'
import type { application } from '@khapdee/contract/entities/application'
import { isThaiIdNumber } from '@khapdee/domain/id-card'
import { namePrefixes } from '@khapdee/domain/person-name'
import { type Day, addDays, day } from '@khapdee/domain/thai-date'
import { surroundings } from './demo-addresses.ts'
import type { BranchCode } from './demo-branches.ts'
import { femaleNames, foreigners, maleNames, surnames } from './demo-names.ts'
import type { Random } from './random.ts'

export type DemoCustomer = Omit<
  InputOf<typeof application.create>['customer'],
  'privacy_notice' | 'is_walk_in'
>

/** Ages at the first visit, in years. */
const ageGroups = [
  { from: 15, to: 17, share: 6 },
  { from: 18, to: 22, share: 44 },
  { from: 23, to: 34, share: 30 },
  { from: 35, to: 59, share: 20 },
] as const

/** One of this many customers is a foreigner. */
const foreignEvery = 40
/** Thais born from this day on have an ID number of class 1; older ones got one of class 3 in 1984. */
const classOneSince = '1984-01-01'

/** Appends the check digit of an ID number to its first 12 digits. */
function withCheckDigit(digits: string): string {
  for (let last = 0; last < 10; last++) {
    if (isThaiIdNumber(`${digits}${last}`)) return `${digits}${last}`
  }
  throw new RangeError(`no check digit fits ${digits}`)
}

/** A valid ID number of registration office 00, which does not exist, so that the number belongs to no real person. */
export function idNumber(random: Random, idPrefix: string, birthday: Day, serial: number): string {
  const numberClass = birthday < classOneSince ? 3 : 1
  // 7919 and 100,000 have no common factor, so the numbers look random and differ for serials below 100,000.
  const scattered = String((serial * 7919) % 100_000).padStart(5, '0')
  return withCheckDigit(`${numberClass}${idPrefix}00${scattered}${random.int(10, 99)}`)
}

export function addressOf(random: Random, branch: BranchCode) {
  const { province, town, villages } = surroundings[branch]
  const house = String(random.int(1, 480))
  const address = random.chance(0.3) ? `${house}/${random.int(1, 60)}` : house
  if (random.chance(0.25)) {
    const { streets, ...place } = town
    return { ...place, province, address, moo: '', street: random.pick(streets) }
  }
  const { subdistricts, ...place } = random.pick(villages)
  const subdistrict = random.pick(subdistricts)
  return { ...place, subdistrict, province, address, moo: String(random.int(1, 16)), street: '' }
}

/** A phone number of the VoIP range 060, so that no mobile phone rings when it is called. */
export const phoneNumber = (random: Random) =>
  `060${String(random.int(0, 9_999_999)).padStart(7, '0')}`

function thaiName(random: Random, age: number) {
  const sname = random.pick(surnames)
  if (random.chance(0.48)) return { prefix: namePrefixes.mr, fname: random.pick(maleNames), sname }
  const married = age >= 28 && random.chance(0.45)
  return {
    prefix: married ? namePrefixes.mrs : namePrefixes.miss,
    fname: random.pick(femaleNames),
    sname,
  }
}

/**
 * A new customer of a branch, who first comes on `today`.
 * @param serial position among the customers; makes each ID number unique
 */
export function makeCustomer(
  random: Random,
  branch: BranchCode,
  today: Day,
  serial: number,
): DemoCustomer {
  const { from, to } = random.weighted(ageGroups, (group) => group.share)
  const age = random.int(from, to)
  const birthYear = Number(today.slice(0, 4)) - age
  const lastBirthday = day(`${birthYear}${today.slice(4).replace('-02-29', '-02-28')}`)
  const birthday = addDays(lastBirthday, -random.int(0, 364))
  const shared = {
    birthday,
    ...addressOf(random, branch),
    soi: '',
    phone_1: phoneNumber(random),
    phone_2: random.chance(0.12) ? phoneNumber(random) : '',
    email: '',
    line: '',
    note: '',
  }
  const foreigner = foreigners[Math.floor(serial / foreignEvery)]
  if (age >= 18 && serial % foreignEvery === foreignEvery / 2 && foreigner !== undefined) {
    const [prefix, fname, sname] = foreigner
    const passport = `DX${String((serial * 7919) % 100_000).padStart(7, '0')}`
    return { ...shared, is_foreigner: true, prefix, fname, sname, idcard: '', passport }
  }
  return {
    ...shared,
    is_foreigner: false,
    ...thaiName(random, age),
    idcard: idNumber(random, surroundings[branch].idPrefix, birthday, serial),
    passport: '',
  }
}
