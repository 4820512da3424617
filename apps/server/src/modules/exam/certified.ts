/** SQL about the certificates of exam rights. */
import type { CertificateOfRight } from '@khapdee/contract/entities/certificate'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type StoredCertificate = NonNullable<CertificateOfRight>

/** The valid certificate of the right of a row, by its alias, as JSON; null without one. */
export const certificateOf = (alias: string): RawBuilder<StoredCertificate | null> => sql`(
  select jsonb_build_object('certificate_id', t.certificate_id, 'certificate_code', t.certificate_code, 'day', t.day)
  from certificate t where t.certificate_id = ${sql.ref(`${alias}.certificate_id`)})`

/** Whether the right of a row, by its alias, was passed and every other right of its line was, except disabled ones. */
export const isLinePassed = (alias: string): RawBuilder<SqlBool> => sql`(
  ${sql.ref(`${alias}.used_at`)} is not null and not exists (select from exam_right other
    where other.line_id = ${sql.ref(`${alias}.line_id`)} and other.used_at is null and other.disabled_at is null))`
