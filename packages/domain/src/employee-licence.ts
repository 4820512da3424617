/** Licences of employees to teach and to examine. Source: product specification, section 6.1. */

export const licenceKinds = {
  instructor: { label: 'ครูฝึก' },
  examiner: { label: 'ผู้ทดสอบ' },
} as const

export type LicenceKind = keyof typeof licenceKinds
