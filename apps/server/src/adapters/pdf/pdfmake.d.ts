import 'pdfmake'

declare module 'pdfmake' {
  /** Where fonts are looked up by name; the published types leave it out. */
  export const virtualfs: { writeFileSync(name: string, content: object): void }
}
