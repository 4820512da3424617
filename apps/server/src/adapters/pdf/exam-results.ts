/** ใบสรุปผลสอบ on A4: the results of a session with their totals, signed by its panel. */

import { examResults } from '@khapdee/domain/exam-booking'
import { examDocuments } from '@khapdee/domain/exam-document-names'
import { countResults, describeCounts } from '@khapdee/domain/exam-documents'
import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces'
import {
  candidateColumn,
  licenceColumns,
  panelSignatures,
  sessionFacts,
  sessionFrame,
  sessionPaper,
} from './exam-session-parts.ts'
import type { ExamResultsView } from './exam-view.ts'
import { labelledRows, text } from './kit.ts'
import { labels } from './labels.ts'
import { type LineColumn, linesTable } from './lines-table.ts'
import { framedDocument } from './page.ts'
import { a4, colors, semiBold } from './paper.ts'
import type { Print } from './view.ts'

type Candidate = ExamResultsView['candidates'][number]

export function examResultsDocument(view: ExamResultsView, print: Print): TDocumentDefinitions {
  const { candidates } = view
  const titles = { title: examDocuments.results.label, englishTitle: 'EXAM RESULTS' }
  const { closing, others } = panelSignatures(view, sessionPaper)
  const content = [
    sessionFacts(view, `${candidates.length} คน`, a4),
    linesTable(candidates, columnsOf(view), a4, { closing: [totals(view), closing] }),
    ...others,
  ]
  return framedDocument([{ frame: sessionFrame(view, titles, print), content }], sessionPaper)
}

const resultColors = {
  pass: colors.ok,
  fail: colors.danger,
  incomplete: colors.danger,
  absent: colors.soft,
  unknown: colors.soft,
} as const

/** A score, with the maximum points unless the column header shows them: `47` or `47/50`. */
const scoreText = (score: number | null, mark: number | null, named: number | null): string => {
  if (score === null) return '–'
  return mark === null || named !== null ? String(score) : `${score}/${mark}`
}

const columnsOf = ({ candidates, full_mark }: ExamResultsView): LineColumn<Candidate>[] => [
  candidateColumn('*'),
  ...licenceColumns(candidates),
  {
    title: full_mark === null ? labels.score : `${labels.score} (${full_mark})`,
    width: 62,
    alignment: 'right',
    cell: ({ score, full_mark: own }) => ({ text: scoreText(score, own, full_mark), noWrap: true }),
  },
  {
    title: labels.result,
    width: 82,
    alignment: 'left',
    cell: ({ result }) =>
      result === null
        ? text('ยังไม่มีผล', { color: colors.soft })
        : text(examResults[result].label, { ...semiBold, color: resultColors[result] }),
  },
  {
    title: labels.note,
    width: 110,
    alignment: 'left',
    cell: ({ note }) => text(note, { maxLines: 12 }),
  },
]

function totals({ candidates }: ExamResultsView): Content {
  const counts = countResults(candidates.map(({ result }) => result))
  return {
    margin: [0, a4.gap, 0, 0],
    stack: [text('สรุปผล', semiBold), ...labelledRows(describeCounts(counts), a4)],
  }
}
