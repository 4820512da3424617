/** The parts of a workbook other than its sheets: content types, relationships, styles. */

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypePrefix = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The name of a sheet's file; the first is 1. */
export const sheetPart = (n: number): string => `xl/worksheets/sheet${n}.xml`

/** A sheet name without the characters that Excel refuses, and of at most 31 letters. */
export const sheetName = (title: string, n: number): string => {
  const suffix = n > 1 ? ` (${n})` : ''
  return title.replaceAll(/[\\/?*[\]:&<>"']/g, ' ').slice(0, 31 - suffix.length) + suffix
}

/** Names and contents of the files that a workbook needs besides its sheets. */
export function workbookParts(sheetNames: readonly string[]): [name: string, content: string][] {
  const perSheet = (part: (n: number, name: string) => string) =>
    sheetNames.map((name, i) => part(i + 1, name)).join('')
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationshipNamespace}/${type}" Target="${target}"/>`
  const relations = (content: string) =>
    `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${content}</Relationships>`
  const override = (name: string, type: string) =>
    `<Override PartName="/${name}" ContentType="${contentTypePrefix}.${type}+xml"/>`
  return [
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}"><sheets>${perSheet(
        (n, name) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        perSheet((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)) +
          relation(`rId${sheetNames.length + 1}`, 'styles', 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', styles],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${perSheet((n) => override(sheetPart(n), 'worksheet'))}</Types>`,
    ],
  ]
}

/** Number format 4 is `#,##0.00`, 49 is text, 164 is a day of the Thai Buddhist calendar. `workbook.ts` refers to `cellXfs` by index. */
const styles = `${declaration}<styleSheet xmlns="${mainNamespace}"><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-107041E]dd/mm/yyyy"/></numFmts><fonts count="4"><font><sz val="11"/><name val="Tahoma"/></font><font><b/><sz val="14"/><name val="Tahoma"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Tahoma"/></font><font><b/><sz val="11"/><name val="Tahoma"/></font></fonts><fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF0B6480"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF4F6F8"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="9"><xf/><xf fontId="1" applyFont="1"/><xf fontId="2" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf fontId="3" fillId="3" applyFont="1" applyFill="1"/><xf numFmtId="4" fontId="3" fillId="3" applyNumberFormat="1" applyFont="1" applyFill="1"/><xf quotePrefix="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`
