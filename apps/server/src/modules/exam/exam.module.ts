/** Exam rights and their bookings. */
import { certificate } from '@khapdee/contract/entities/certificate'
import { customerExam } from '@khapdee/contract/entities/customer-exam'
import { examBooking } from '@khapdee/contract/entities/exam-booking'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examRight } from '@khapdee/contract/entities/exam-right'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { examDay } from '@khapdee/contract/entities/exam-day'
import { examScreen } from '@khapdee/contract/entities/exam-screen'
import { type Command, command } from '../../kernel/command.ts'
import { closeSession } from './close-session.ts'
import { bookExam, cancelExam, changeExamDate, retakeExam } from './book-exam.ts'
import { callCandidate, checkIn, enterExam, undoCheckIn } from './check-in.ts'
import { readCustomerExams } from './customer-exams.ts'
import { disableRight, enableRight, extendRight } from './change-right.ts'
import { dismissItem } from './dismiss-item.ts'
import { grantRight } from './grant-right.ts'
import { readExamDay } from './exam-day.ts'
import { readScreen, renewScreen, revokeScreen } from './exam-screen.ts'
import { cancelCertificate, issueCertificate, printCertificate } from './issue-certificate.ts'
import { listBookings } from './list-bookings.ts'
import { listRights } from './list-rights.ts'
import { listSlots } from './list-slots.ts'
import { correctTheory } from './outside-theory.ts'
import { proposeFees } from './propose-fees.ts'
import { readBooking, readResultSheet } from './read-result-sheet.ts'
import { printSlip } from './print-slip.ts'
import { recordResult, recordResults } from './record-results.ts'

export const examCommands: Command[] = [
  command(examRight.gettable, listRights),
  command(examRight.grant, grantRight),
  command(examRight.extend, extendRight),
  command(examRight.disable, disableRight),
  command(examRight.enable, enableRight),
  command(examRight.theory, correctTheory),
  command(customerExam.get, readCustomerExams),
  command(examBooking.gettable, listBookings),
  command(examBooking.get, readBooking),
  command(examBooking.slots, listSlots),
  command(examBooking.fees, proposeFees),
  command(examBooking.book, bookExam),
  command(examBooking.retake, retakeExam),
  command(examBooking.changeDate, changeExamDate),
  command(examBooking.cancel, cancelExam),
  command(examBooking.dismiss, dismissItem),
  command(examDocument.slip, printSlip),
  command(examBooking.result, recordResult),
  command(examBooking.results, recordResults),
  command(examBooking.sheet, readResultSheet),
  command(examSession.close, closeSession),
  command(examDay.get, readExamDay),
  command(examDay.checkIn, checkIn),
  command(examDay.undoCheckIn, undoCheckIn),
  command(examDay.call, callCandidate),
  command(examDay.enter, enterExam),
  command(examScreen.get, readScreen),
  command(examScreen.renew, renewScreen),
  command(examScreen.revoke, revokeScreen),
  command(certificate.issue, issueCertificate),
  command(certificate.pdf, printCertificate),
  command(certificate.cancel, cancelCertificate),
]
