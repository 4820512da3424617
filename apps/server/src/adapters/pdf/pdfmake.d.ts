import 'pdfmake'
import 'pdfmake/interfaces'

declare module 'pdfmake' {
  /** The virtual file system of fonts, missing in the published types. */
  export const virtualfs: { writeFileSync(name: string, content: object): void }
}

declare module 'pdfmake/interfaces' {
  interface ContentText {
    /** The text ends with … after this number of lines; see `long-texts.ts`. */
    maxLines?: number | undefined
  }
}
