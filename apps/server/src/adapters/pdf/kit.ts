/**
 * Small building blocks of all documents. Each is built by a function, because pdfmake writes into
 * the nodes it lays out, so a node can be used only once.
 */

import { fieldTitles } from '@khapdee/domain/field-titles'
import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import type {
  CanvasElement,
  Column,
  Content,
  ContentText,
  CustomTableLayout,
  Style,
} from 'pdfmake/interfaces'
import { labels } from './labels.ts'
import { breakable } from './line-break.ts'
import { colors, type Paper, semiBold } from './paper.ts'
import type { PersonView } from './view.ts'

/** A text of more than `maxLines` is cut and ends with an ellipsis; only the printout lacks the rest. */
type TextStyle = Style & Pick<ContentText, 'maxLines'>

/** A text whose lines may break between Thai words. For the name of a person use `personName`. */
export function text(value: string, style: TextStyle = {}) {
  return { text: breakable(value), ...style }
}

/** A personal name, whose lines break only at spaces or where it is wider than its place. */
export function personName(value: string, style: TextStyle = {}) {
  return { text: value, maxLines: 12, ...style }
}

/** A list of one text; an empty list, which prints no blank line, if the text is missing or empty. */
export function optional(value: string | undefined, style: TextStyle = {}): Content[] {
  return value ? [text(value, style)] : []
}

/** The label of a value. It never wraps, because pdfmake breaks inside words in columns of `auto` width. */
export function label(value: string, style: Style = {}) {
  return { text: value, color: colors.soft, noWrap: true, ...style }
}

/** A label and its value. */
function labelled(title: string, value: Content, paper: Paper): Content {
  return {
    columns: [
      { width: paper.labelWidth, ...label(title) },
      { width: paper.valueWidth, stack: [value] },
    ],
    columnGap: 4,
    margin: [0, 0, 0, 1.5],
  }
}

/**
 * Rows of labels and texts; rows with a missing or empty text are omitted.
 * @param maxLines the largest number of lines of one text
 */
export function labelledRows(
  rows: readonly [title: string, value: string | undefined][],
  paper: Paper,
  maxLines = 8,
): Content[] {
  return rows.flatMap(([title, value]) =>
    value ? [labelled(title, text(value, { maxLines }), paper)] : [],
  )
}

/** Lines of the longest reason that a form accepts (500 characters). */
export const reasonLines = 24

/** Name, ID number or passport, address and telephone; missing ones are omitted. */
export function personBlock(title: string, person: PersonView, paper: Paper): Content[] {
  const rows: [string, string | undefined][] = [
    [labels.person.idcard, person.idcard && formatIdCard(person.idcard)],
    [labels.person.passport, person.passport],
    [labels.address, person.address],
    [labels.phone, formatPhone(person.phone)],
  ]
  const name = personName(person.name, { ...semiBold, fontSize: paper.fontSize + 1 })
  return [labelled(title, name, paper), ...labelledRows(rows, paper)]
}

/** Width in points of the box to the right of a person's data. */
export const factsWidth = 190

/** A tinted box of labels and values such as number and date. The first value is emphasised. */
export function factsBox(rows: [title: string, value: Content][], paper: Paper): Content {
  const pad = paper.gap / 2
  return {
    table: {
      widths: [paper.factsLabelWidth, factsWidth - paper.factsLabelWidth - 4 * pad - 2],
      body: rows.map(([title, value]) => [label(title), value]),
    },
    fillColor: colors.tint,
    layout: {
      ...emptyLayout,
      paddingLeft: (column) => (column === 0 ? pad + 2 : pad),
      paddingRight: () => pad,
      paddingTop: (row) => (row === 0 ? pad : 0.5),
      paddingBottom: (row) => (row === rows.length - 1 ? pad : 0.5),
    },
  }
}

/** A checkbox, drawn because the font has no such glyph; as SVG it would render many times slower. */
export function tickBox(ticked: boolean, size: number): Column {
  const at = (twelfths: number) => (size * twelfths) / 12
  const side = at(10.6)
  const canvas: CanvasElement[] = [
    {
      type: 'rect',
      x: at(0.7),
      y: at(0.7),
      w: side,
      h: side,
      r: at(2),
      lineWidth: at(1.1),
      lineColor: colors.brand,
      ...(ticked && { color: colors.brand }),
    },
  ]
  if (ticked) {
    const points = [
      { x: at(3), y: at(6.2) },
      { x: at(5.2), y: at(8.5) },
      { x: at(9.2), y: at(3.8) },
    ]
    canvas.push({ type: 'polyline', points, lineWidth: at(1.5), lineColor: colors.onBrand })
  }
  // The margin aligns the box with Thai letters, which are low in their line.
  return { width: size, stack: [{ canvas, margin: [0, size * 0.32, 0, 0] }] }
}

export interface Signature {
  role: string
  name: string
  /** The date of signing; undefined prints a blank to fill in by hand. */
  day?: string
}

/** Dotted signature lines, side by side over `width`, with name and role below. */
export function signatures(people: Signature[], width: number, paper: Paper): Content {
  const column = width / people.length
  const line = Math.min(column - 16, 170)
  return {
    margin: [0, paper.signatureHeight, 0, 0],
    columns: people.map(({ role, name: person, day = '......./......./.......' }) => ({
      width: column,
      alignment: 'center',
      stack: [
        {
          canvas: [
            {
              type: 'line',
              x1: 0,
              x2: line,
              y1: 0,
              y2: 0,
              lineWidth: 0.7,
              lineColor: colors.soft,
              dash: { length: 1.2, space: 2 },
            },
          ],
          margin: [0, 0, 0, 3],
        },
        personName(`(${person})`, { maxLines: 3 }),
        {
          text: [
            text(role, semiBold),
            text(`   ${fieldTitles.date} ${day}`, { color: colors.soft }),
          ],
        },
      ],
    })),
    columnGap: 0,
  }
}

/** A table layout without lines or padding. */
export const emptyLayout: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}
