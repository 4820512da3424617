/**
 * Renders many payslips into one PDF in a worker. Each payslip is laid out by itself and its pages are written at once, so
 * memory does not grow with their number. This uses private classes of pdfmake, which is pinned to an exact version.
 */
import { createRequire } from 'node:module'
import type { MessagePort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { TDocumentDefinitions } from 'pdfmake/interfaces'
import type { PayslipView } from './payroll-view.ts'
import { payslipDocument } from './payslip.ts'
import { prepareRendering } from './render.ts'
import type { Print } from './view.ts'

/** A file of many payslips. */
export interface PayslipBatchJob {
  kind: 'payslips'
  /** Receives arrays of payslips and finally null; each message is answered with the next bytes of the file. */
  port: MessagePort
  /** The title of the file. */
  title: string
  print: Print
}

/** A document of pdfkit whose pages pdfmake writes. */
interface OpenDocument extends NodeJS.ReadableStream {
  images: object
  end(): void
}

interface Internals {
  LayoutBuilder: new (
    size: object,
    margins: object,
    svgMeasure: object,
  ) => { registerTableLayouts(layouts: object): void; layoutDocument(...args: unknown[]): object[] }
  Renderer: new (document: OpenDocument) => { renderPages(pages: object[]): void }
  SVGMeasure: new () => object
  normalizePageSize(size: unknown, orientation: unknown): object
  normalizePageMargin(margins: unknown): object
  tableLayouts: object
}

function loadInternals(): Internals {
  const require = createRequire(import.meta.url)
  const load = (name: string) => require(`pdfmake/js/${name}.js`)
  return {
    LayoutBuilder: load('LayoutBuilder').default,
    Renderer: load('Renderer').default,
    SVGMeasure: load('SVGMeasure').default,
    normalizePageSize: load('PageSize').normalizePageSize,
    normalizePageMargin: load('PageSize').normalizePageMargin,
    tableLayouts: load('tableLayouts').tableLayouts,
  }
}

/** Adds the pages of a definition to a document. */
function addPages(
  document: OpenDocument,
  definition: TDocumentDefinitions,
  internals: Internals,
): void {
  const { LayoutBuilder, Renderer, SVGMeasure } = internals
  Object.assign(document.images, definition.images)
  const builder = new LayoutBuilder(
    internals.normalizePageSize(definition.pageSize, definition.pageOrientation),
    internals.normalizePageMargin(definition.pageMargins),
    new SVGMeasure(),
  )
  builder.registerTableLayouts(internals.tableLayouts)
  const pages = builder.layoutDocument(
    definition.content,
    document,
    {},
    definition.defaultStyle,
    undefined,
    undefined,
    definition.footer,
    definition.watermark,
  )
  new Renderer(document).renderPages(pages)
}

/** Renders the payslips received on `port` until null is received. */
export async function renderBatch({ port, title, print }: PayslipBatchJob): Promise<void> {
  prepareRendering()
  const internals = loadInternals()
  let document: OpenDocument | undefined
  const chunks: Uint8Array[] = []
  const takeChunks = () => Buffer.concat(chunks.splice(0))

  async function add(view: PayslipView): Promise<void> {
    const definition = payslipDocument(view, print)
    if (document !== undefined) return addPages(document, definition, internals)
    const info = { ...definition.info, title, subject: '' }
    const opened = await pdfmake.createPdf({ ...definition, info }).getStream()
    document = opened as unknown as OpenDocument
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  }

  await new Promise<void>((resolve, reject) => {
    async function answer(views: readonly PayslipView[] | null): Promise<void> {
      for (const view of views ?? []) await add(view)
      // Written pages reach the listener in a later turn of the event loop.
      if (views === null && document !== undefined) await ended(document)
      else await new Promise(setImmediate)
      port.postMessage(takeChunks())
      if (views === null) resolve()
    }
    port.on('message', (views) => void answer(views).catch(reject))
  })
  port.close()
}

const ended = (document: OpenDocument) =>
  new Promise((resolve) => {
    document.on('end', resolve)
    document.end()
  })
