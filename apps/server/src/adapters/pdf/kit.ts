/**
 * Small parts all documents are made of. Each is built by a function, because pdfmake writes into
 * the nodes it lays out, so a node can be used only once.
 */

import { formatIdCard } from '@khapdee/domain/id-card'
import { formatPhone } from '@khapdee/domain/phone'
import type { Column, Content, CustomTableLayout, Style } from 'pdfmake/interfaces'
import { breakable, breakableName } from './line-break.ts'
import { colors, type Paper, semiBold } from './paper.ts'
import type { PersonView } from './view.ts'

/** A text whose lines may break between Thai words; for personal names there is {@link name}. */
export function text(value: string, style: Style = {}) {
  return { text: breakable(value), ...style }
}

/** A personal name, which keeps its words whole. */
export function name(value: string, style: Style = {}) {
  return { text: breakableName(value), ...style }
}

/** A quiet label and what it is. */
export function labelled(label: string, value: Content, labelWidth: number): Content {
  return {
    columns: [
      { width: labelWidth, ...text(label, { color: colors.soft }) },
      { width: '*', stack: [value] },
    ],
    columnGap: 4,
    margin: [0, 0, 0, 1.5],
  }
}

/** Name, ID number or passport, address and telephone, as far as they are known. */
export function personBlock(label: string, person: PersonView, paper: Paper): Content[] {
  const rows: [string, string | undefined][] = [
    ['เลขประจำตัวประชาชน', person.idcard && formatIdCard(person.idcard)],
    ['เลขที่หนังสือเดินทาง', person.passport],
    ['ที่อยู่', person.address],
    ['โทรศัพท์', formatPhone(person.phone)],
  ]
  const ownName = name(person.name, { ...semiBold, fontSize: paper.text + 1 })
  return [
    labelled(label, ownName, paper.labelWidth),
    ...rows.flatMap(([rowLabel, value]) =>
      value ? [labelled(rowLabel, text(value), paper.labelWidth)] : [],
    ),
  ]
}

/** A tinted box of labels and values: number, date and the like. The first value stands out. */
export function factsBox(rows: [label: string, value: Content][], paper: Paper): Content {
  const pad = paper.gap / 2
  return {
    table: {
      widths: ['auto', '*'],
      body: rows.map(([label, value]) => [text(label, { color: colors.soft }), value]),
    },
    fillColor: colors.tint,
    layout: {
      ...bare,
      paddingLeft: (column) => (column === 0 ? pad + 2 : pad),
      paddingRight: () => pad,
      paddingTop: (row) => (row === 0 ? pad : 0.5),
      paddingBottom: (row) => (row === rows.length - 1 ? pad : 0.5),
    },
  }
}

/** A box to tick; drawn, because the font has no such sign. */
export function tickBox(ticked: boolean, size: number): Column {
  const tick = ticked ? '<path d="M3 6.2 5.2 8.5 9.2 3.8" stroke="#fff" stroke-width="1.5"/>' : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 12" fill="none">
    <rect x=".7" y=".7" width="10.6" height="10.6" rx="2" stroke="${colors.brand}"
      stroke-width="1.1" fill="${ticked ? colors.brand : 'none'}"/>${tick}
  </svg>`
  // Thai letters sit low in their line.
  return { width: size, stack: [{ svg, width: size, margin: [0, size * 0.32, 0, 0] }] }
}

export interface Signature {
  role: string
  name: string
  /** Left to be filled in when absent. */
  day?: string
}

/** Dotted lines to sign on, side by side over `width`, with the name and role below. */
export function signatures(people: Signature[], width: number, paper: Paper): Content {
  const column = width / people.length
  const line = Math.min(column - 16, 170)
  return {
    margin: [0, paper.signing, 0, 0],
    columns: people.map(({ role, name: person, day = '......./......./.......' }) => ({
      width: column,
      alignment: 'center',
      stack: [
        {
          canvas: [
            {
              type: 'line',
              x1: (column - line) / 2,
              x2: (column + line) / 2,
              y1: 0,
              y2: 0,
              lineWidth: 0.7,
              lineColor: colors.soft,
              dash: { length: 1.2, space: 2 },
            },
          ],
          margin: [0, 0, 0, 3],
        },
        name(`(${person})`),
        { text: [text(role, semiBold), text(`   วันที่ ${day}`, { color: colors.soft })] },
      ],
    })),
    columnGap: 0,
  }
}

/** A table without lines or padding, to lay others on. */
export const bare: CustomTableLayout = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: () => 0,
  paddingRight: () => 0,
  paddingTop: () => 0,
  paddingBottom: () => 0,
}
