/** ใบรายชื่อผู้เข้าสอบ on A4 landscape: the candidates of a session, who sign for their attendance. */

import { examDocument } from '@khapdee/contract/entities/exam-document'
import { fieldMeta } from '@khapdee/contract/field-meta'
import { examDocuments } from '@khapdee/domain/exam-document-names'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import {
  candidateColumn,
  licenceColumns,
  panelSignatures,
  sessionFacts,
  sessionFrame,
  sessionPaper,
} from './exam-session-parts.ts'
import type { ExamRosterView } from './exam-view.ts'
import { text } from './kit.ts'
import { labels } from './labels.ts'
import { type LineColumn, linesTable } from './lines-table.ts'
import { framedDocument } from './page.ts'
import { colors, type Paper } from './paper.ts'
import type { Print } from './view.ts'

/** The text of a cell that shows whether the payment or the documents are complete. */
const flagText = (name: 'paid' | 'documents', isComplete: boolean): string =>
  fieldMeta(examDocument.candidate.shape[name]).flag?.[isComplete ? 0 : 1] ?? ''

const width = 761.89

/** Landscape, for the columns of numbers and signatures. */
const paper: Paper = {
  ...sessionPaper,
  page: { pageSize: 'A4', pageOrientation: 'landscape' },
  margins: [40, 30, 40, 46],
  width,
  valueWidth: sessionPaper.valueWidth + width - sessionPaper.width,
}

type Candidate = ExamRosterView['candidates'][number]

export function examRosterDocument(view: ExamRosterView, print: Print): TDocumentDefinitions {
  const { candidates, capacity } = view
  const titles = { title: examDocuments.roster.label, englishTitle: 'EXAM ROSTER' }
  const { closing, others } = panelSignatures(view, paper)
  const content = [
    sessionFacts(view, `${candidates.length}/${capacity} คน`, paper),
    linesTable(
      candidates,
      columnsOf(candidates),
      // Space for signatures.
      { ...paper, rowPadding: 6 },
      { numberOf: ({ position }) => position, closing },
    ),
    ...others,
  ]
  return framedDocument([{ frame: sessionFrame(view, titles, print), content }], paper)
}

const paidColumn: LineColumn<Candidate> = {
  title: labels.roster.paid,
  width: 54,
  alignment: 'center',
  cell: ({ paid }) =>
    paid === null
      ? { text: '' }
      : text(flagText('paid', paid), paid ? {} : { color: colors.danger }),
}

const columnsOf = (candidates: readonly Candidate[]): LineColumn<Candidate>[] => [
  candidateColumn('*'),
  {
    title: labels.idNumber,
    width: 90,
    alignment: 'left',
    cell: ({ idcard }) => ({ text: formatIdCard(idcard) }),
  },
  {
    title: labels.phone,
    width: 68,
    alignment: 'left',
    cell: ({ phone }) => ({ text: formatPhone(phone) }),
  },
  ...licenceColumns(candidates),
  ...(candidates.every(({ paid }) => paid === null) ? [] : [paidColumn]),
  {
    title: labels.roster.documents,
    width: 44,
    alignment: 'center',
    cell: ({ missing_documents: missing }) =>
      missing === 0
        ? text(flagText('documents', true))
        : text(`${flagText('documents', false)} ${missing}`, { color: colors.warn }),
  },
  {
    title: labels.roster.signature,
    width: 150,
    alignment: 'left',
    cell: () => ({ text: '' }),
  },
]
