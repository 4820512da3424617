/** Parts of the documents of an exam session: its facts, its panel and their signatures. */

import { examKinds } from '@khapdee/domain/evaluation'
import { panelRoles, examTitle } from '@khapdee/domain/exam-session'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatDayLong } from '@khapdee/domain/thai-date'
import type { Content } from 'pdfmake/interfaces'
import type { SessionView } from './exam-view.ts'
import { factsBox, factsWidth, labelledRows, personName, signatures, text } from './kit.ts'
import { labels } from './labels.ts'
import { itemCell, type LineColumn } from './lines-table.ts'
import type { Frame } from './page.ts'
import { a4, colors, type Paper, semiBold } from './paper.ts'
import type { Print } from './view.ts'

/** Paper with a smaller title, because the titles of these documents are long. */
export const sessionPaper: Paper = { ...a4, titleFontSize: 18 }

/** `สอบภาคทฤษฎี 23 พฤศจิกายน 2569`, which stands for the number that these documents do not have. */
export const sessionFrame = (
  view: SessionView,
  titles: Pick<Frame, 'title' | 'englishTitle'>,
  print: Print,
): Frame => ({
  ...titles,
  number: `${examTitle(view.kind)} ${formatDayLong(view.day)} ${view.time}`.trim(),
  school: view.school,
  issuedAt: view.issued_at,
  print,
  footerNotice: '',
})

/** Kind, place and panel on the left, day and time in a box on the right. */
export function sessionFacts(view: SessionView, seats: string, paper: Paper): Content {
  const panel = view.panel.map(({ name, role }) => `${name} (${panelRoles[role].label})`)
  return {
    columns: [
      {
        width: '*',
        stack: labelledRows(
          [
            [labels.exam.kind, examKinds[view.kind].label],
            [labels.exam.licence_type, view.licences],
            [labels.place, view.place],
            [labels.panel, panel.join('\n')],
            [labels.vehicles, view.vehicles],
            [labels.note, view.note],
          ],
          paper,
          20,
        ),
      },
      {
        width: factsWidth,
        stack: [
          factsBox(
            [
              [labels.exam.exam_date, text(formatDayLong(view.day), semiBold)],
              [fieldTitles.time, { text: view.time, noWrap: true }],
              [labels.candidate, { text: seats, noWrap: true }],
            ],
            a4,
          ),
        ],
      },
    ],
    columnGap: 16,
  }
}

interface NamedCandidate {
  name: string
  application_code: string
}

/** The column with the name of the candidate and the number of the application below. */
export const candidateColumn = <Candidate extends NamedCandidate>(
  width: number | '*',
): LineColumn<Candidate> => ({
  title: labels.candidate,
  width,
  alignment: 'left',
  cell: ({ name, application_code }) => ({
    stack: [
      personName(name, { maxLines: 4 }),
      ...(application_code === ''
        ? []
        : [{ text: application_code, noWrap: true, ...smallSoftText }]),
    ],
  }),
})

const smallSoftText = { fontSize: a4.fontSize - 1.5, color: colors.soft }

/** The column of the licence type, which is omitted if all candidates have the same one. */
export const licenceColumns = <Candidate extends { licence: string }>(
  candidates: readonly Candidate[],
): LineColumn<Candidate>[] =>
  new Set(candidates.map(({ licence }) => licence)).size < 2
    ? []
    : [
        {
          title: labels.exam.licence_type,
          width: 84,
          alignment: 'left',
          cell: ({ licence }) => itemCell(licence, '', a4),
        },
      ]

const signersPerRow = 3
/**
 * Number of rows of signatures kept together; those of a larger panel would not fit on a page with
 * candidates.
 */
const rowsTogether = 3

/**
 * Signature lines for every member of the panel; without a panel for one examiner, whose name is filled in.
 * @returns those that stay with the last candidates, and the rows that follow
 */
export function panelSignatures(
  { panel }: SessionView,
  { width }: Paper,
): { closing: Content; others: Content[] } {
  const signers =
    panel.length > 0
      ? panel.map(({ name, role }) => ({ name, role: panelRoles[role].label }))
      : [{ name: '.'.repeat(50), role: panelRoles.examiner.label }]
  const rows = Array.from({ length: Math.ceil(signers.length / signersPerRow) }, (_, row) => ({
    unbreakable: true,
    stack: [
      signatures(signers.slice(row * signersPerRow, (row + 1) * signersPerRow), width, {
        ...a4,
        signatureHeight: 36,
      }),
    ],
  }))
  return {
    closing: rows.slice(0, rowsTogether).map(({ stack }) => ({ stack })),
    others: rows.slice(rowsTogether),
  }
}
