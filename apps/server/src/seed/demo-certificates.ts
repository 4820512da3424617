/** Certificates of the demo, issued by the use case at the end of the day on which the last exam of a line was passed. */
import { certificate } from '@khapdee/contract/entities/certificate'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import { cancelCertificate, issueCertificate } from '../modules/exam/issue-certificate.ts'
import { callOf } from './demo-acts.ts'
import type { SessionYear } from './demo-exam-sessions.ts'
import { atWork, userOf } from './demo-rota.ts'
import { certifiableDemoRights } from './demo.queries.ts'

/**
 * Number of lines with certificates: the newest ones, except the `waiting` newest, which have none
 * yet.
 */
const issued = 24
const waiting = 4

/** Issues certificates in the order in which the exams were passed, and cancels the first. */
export async function createDemoCertificates({ tx, actAs }: SessionYear, now: Date): Promise<void> {
  const lines = await certifiableDemoRights.rows(tx)
  const chosen = lines.slice(-issued - waiting, -waiting)
  let isFirst = true
  for (const [n, { right_id, code, passed_at }] of chosen.entries()) {
    // Exams end before 16:30.
    const at = new Date(Date.parse(`${todayInBangkok(new Date(passed_at))}T16:45:00+07:00`) + n)
    if (at >= now || at <= new Date(passed_at)) continue
    const clerk = userOf(atWork('registrar', todayInBangkok(at)), code)
    const { data } = await issueCertificate(actAs(clerk, at, callOf(certificate.issue)), {
      right_id,
    })
    if (!isFirst) continue
    isFirst = false
    const later = new Date(at.getTime() + 5 * 60_000)
    const manager = userOf('manager', code)
    await cancelCertificate(actAs(manager, later, callOf(certificate.cancel)), {
      certificate_id: data.certificate_id,
      note: 'สะกดชื่อผู้สมัครผิด',
    })
  }
}
