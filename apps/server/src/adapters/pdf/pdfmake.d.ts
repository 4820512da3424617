import 'pdfmake'

declare module 'pdfmake' {
  /** The virtual file system of fonts, missing in the published types. */
  export const virtualfs: { writeFileSync(name: string, content: object): void }
}
