/** Building blocks of documents for a receipt printer: 80 mm wide, as long as their content, black only. */

import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import type { Content, Style, TDocumentDefinitions } from 'pdfmake/interfaces'
import { label, optional, text } from './kit.ts'
import { labels } from './labels.ts'
import { branchNumber } from './page.ts'
import { semiBold } from './paper.ts'
import type { SchoolView } from './view.ts'

const ink = '#000000'
const width = 226.77
const margin = 11
const contentWidth = width - 2 * margin
export const smallText = { fontSize: 8 }

/** Paper and default style of a roll. */
export const rollPage = () =>
  ({
    pageSize: { width, height: 'auto' },
    pageMargins: [margin, 12, margin, 14],
    defaultStyle: { font: 'Sarabun', fontSize: 9, lineHeight: 1.08, color: ink },
  }) satisfies Partial<TDocumentDefinitions>

/** Name, address and numbers of the school, centred. */
export function schoolLines(school: SchoolView): Content[] {
  const centred = { ...smallText, alignment: 'center' } as const
  const branchNo = school.branch_no && ` (${branchNumber(school.branch_no)})`
  return [
    text(school.name, { bold: true, fontSize: 12, alignment: 'center' }),
    ...optional(school.name_en, centred),
    ...(school.lines ?? []).map((line) => text(line, centred)),
    ...optional(school.branch_name, { alignment: 'center' }),
    ...optional(school.address, centred),
    ...optional(school.phone && `โทร. ${formatPhone(school.phone)}`, centred),
    ...optional(
      school.tax_id && `${labels.taxNumber} ${formatIdCard(school.tax_id)}${branchNo}`,
      centred,
    ),
  ]
}

/** A label and a name in one paragraph, so that names of any length fit. */
export function labelledName(title: string, name: string): Content {
  return { text: [`${title}  `, { text: name, ...semiBold }] }
}

/** A label on the left and its value on the right. */
export function labelledValue(
  title: string,
  value: string | { text: string },
  style: Style = {},
): Content {
  return {
    columns: [
      { width: 'auto', ...label(title, { color: ink, ...style }) },
      {
        width: '*',
        alignment: 'right',
        ...(typeof value === 'string' ? text(value, style) : value),
      },
    ],
    columnGap: 6,
  }
}

/** A picture of this width in the middle of the roll. */
export function centredPicture(picture: Content, pictureWidth: number): Content {
  const side = (contentWidth - pictureWidth) / 2
  return { stack: [picture], margin: [side, 5, side, 5] }
}

export function dashedRule(): Content {
  return {
    canvas: [
      {
        type: 'line',
        x1: 0,
        y1: 0,
        x2: contentWidth,
        y2: 0,
        lineWidth: 0.7,
        dash: { length: 2, space: 2 },
      },
    ],
    margin: [0, 5, 0, 4],
  }
}
