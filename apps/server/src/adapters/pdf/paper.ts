/** Colours and paper formats of documents. Lengths and text sizes are in points. */

import type { Style, TDocumentDefinitions } from 'pdfmake/interfaces'

/** The colours of the web app's light theme. */
export const colors = {
  ink: '#1b2733',
  soft: '#536271',
  line: '#dde3e9',
  tint: '#f4f6f8',
  brand: '#0b6480',
  brandSoft: '#e3f1f6',
  onBrand: '#ffffff',
  ok: '#1a6b43',
  warn: '#8a4b00',
  danger: '#b3261e',
} as const

/** A font weight between regular and bold. */
export const semiBold = { font: 'SarabunSemiBold' } as const

export interface Paper {
  page: Pick<TDocumentDefinitions, 'pageSize' | 'pageOrientation'>
  /** Left, top, right, bottom. */
  margins: [number, number, number, number]
  /** Width between the margins. */
  width: number
  fontSize: number
  smallFontSize: number
  titleFontSize: number
  schoolNameFontSize: number
  logoWidth: number
  /** Vertical space between blocks. */
  gap: number
  /** Space above and below the text of a table row. */
  rowPadding: number
  /** Widths of the two columns of `labelledRows`. */
  labelWidth: number
  valueWidth: number
  /** Width of the label column of `factsBox`. */
  factsLabelWidth: number
  moneyWidth: number
  totalsWidth: number
  qrWidth: number
  signatureHeight: number
  stampFontSize: number
}

export const a4: Paper = {
  page: { pageSize: 'A4' },
  margins: [40, 36, 40, 52],
  width: 515.28,
  fontSize: 9.5,
  smallFontSize: 8,
  titleFontSize: 23,
  schoolNameFontSize: 16,
  logoWidth: 46,
  gap: 12,
  rowPadding: 4.5,
  labelWidth: 98,
  valueWidth: 207,
  factsLabelWidth: 58,
  moneyWidth: 52,
  totalsWidth: 206,
  qrWidth: 92,
  signatureHeight: 50,
  stampFontSize: 150,
}

/** Landscape, so that the columns of money keep their width. */
export const a5: Paper = {
  page: { pageSize: 'A5', pageOrientation: 'landscape' },
  margins: [28, 18, 28, 32],
  width: 539.28,
  fontSize: 8.2,
  smallFontSize: 7,
  titleFontSize: 18,
  schoolNameFontSize: 13,
  logoWidth: 34,
  gap: 6,
  rowPadding: 2.2,
  labelWidth: 86,
  valueWidth: 243,
  factsLabelWidth: 50,
  moneyWidth: 48,
  totalsWidth: 172,
  qrWidth: 66,
  signatureHeight: 22,
  stampFontSize: 100,
}

export function defaultStyle(paper: Paper): Style {
  return { font: 'Sarabun', fontSize: paper.fontSize, lineHeight: 1.1, color: colors.ink }
}
