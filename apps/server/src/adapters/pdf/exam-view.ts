/** The printed data of documents of exams, as plain JSON; see `view.ts`. Days are CE, instants ISO 8601. */

import type { ExamResult } from '@khapdee/domain/exam-booking'
import type { PanelRole } from '@khapdee/domain/exam-session'
import type { ExamKind } from '@khapdee/domain/exams'
import type { Day } from '@khapdee/domain/thai-date'
import type { PersonView, SchoolView } from './view.ts'

/** The appointment of a candidate. */
export interface ExamSlipView {
  school: SchoolView
  /** On paper, or on the roll of a receipt printer. */
  size: 'A5' | '80mm'
  /** Checks the candidate in; printed as text and as QR code. */
  code: string
  application_code: string
  issued_at: string
  candidate: PersonView
  /** Kind and licence type of the exam. */
  exam: string
  /** Name of the item that granted the right. */
  item: string
  exam_date: Day
  /** `09:00–11:00 น.`; empty without a session. */
  time: string
  /** Place and branch. */
  place: string
  /** Documents and things that the candidate has to bring. */
  bring: string[]
  /** The last day of the right. */
  last_day: Day
  /** Further notes for the candidate, one sentence each. */
  notices: string[]
}

/** A certificate of training and test results. */
export interface CertificateView {
  school: SchoolView
  /** `CT-KKN-6911-0001` */
  number: string
  issued_at: string
  day: Day
  /** The full name with its prefix. */
  holder: string
  /** Masked where required. */
  idcard?: string
  passport?: string
  /** Empty for a right without an application. */
  application_code: string
  /** Name of the course or fee. */
  item: string
  /** Whether the item is a course, which is training, too. */
  is_course: boolean
  /** The passed exams, each with its day. */
  exams: { name: string; passed_on?: Day }[]
  issuer: string
}

/** A session as its documents describe it. */
export interface SessionView {
  school: SchoolView
  issued_at: string
  kind: ExamKind
  /** Labels of the licence types. */
  licences: string
  day: Day
  /** `09:00–11:00 น.` */
  time: string
  place: string
  vehicles: string
  note: string
  panel: { name: string; role: PanelRole }[]
}

/** The list of the candidates of a session, to be signed. */
export interface ExamRosterView extends SessionView {
  capacity: number
  candidates: {
    /**
     * The position among all candidates of the session; a branch that is not the host prints only
     * its own candidates.
     */
    position: number
    name: string
    application_code: string
    /** ID card or passport number, masked where required; digits only if it is whole. */
    idcard: string
    phone: string
    /** Label of the licence type. */
    licence: string
    /** Null where it is not shown. */
    paid: boolean | null
    /** Required documents that are missing. */
    missing_documents: number
  }[]
}

/** The results of a session, to be signed by its panel. */
export interface ExamResultsView extends SessionView {
  /**
   * The maximum points of a theory exam, shown once; null if the scores differ in them, and for a
   * practice exam.
   */
  full_mark: number | null
  candidates: {
    name: string
    application_code: string
    licence: string
    /** Null without a result. */
    result: ExamResult | null
    score: number | null
    /** The maximum points when the score was recorded; null for a practice exam. */
    full_mark: number | null
    note: string
  }[]
}
