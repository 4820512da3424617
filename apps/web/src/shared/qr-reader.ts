/** Reads QR codes from pictures, by ZXing compiled to WebAssembly. The file of its code is served by this server. */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

const options = { formats: ['QRCode'], maxNumberOfSymbols: 1, tryHarder: true } as const

/** Loads the reader, so that the first picture is read without delay; rejects when it cannot be loaded. */
export async function loadQrReader(): Promise<void> {
  await prepareZXingModule({
    overrides: { locateFile: () => wasmUrl },
    fireImmediately: true,
  })
}

/** The text of the QR code in a picture; null when there is none that can be read. */
export async function readQr(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, { ...options, formats: [...options.formats] })
  return found === undefined || !found.isValid ? null : found.text
}
