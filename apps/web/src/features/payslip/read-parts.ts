/**
 * Reads a file that the server sends in parts, each preceded by the number of finished payslips.
 */

/**
 * Bytes before a part: the number of finished payslips and the length of the part, each 4 bytes,
 * big-endian.
 */
const headBytes = 8

/**
 * The parts of the file. Stops reading when the stream does.
 * @param onProgress called with the number of finished payslips
 * @throws when the stream ends within a part
 */
export async function readParts(
  stream: ReadableStream<Uint8Array>,
  onProgress: (finished: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let rest = new Uint8Array(0)
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const joined = new Uint8Array(rest.length + value.length)
    joined.set(rest)
    joined.set(value, rest.length)
    rest = joined
    for (;;) {
      if (rest.length < headBytes) break
      const head = new DataView(rest.buffer, rest.byteOffset)
      const end = headBytes + head.getUint32(4)
      if (rest.length < end) break
      parts.push(rest.slice(headBytes, end))
      onProgress(head.getUint32(0))
      rest = rest.slice(end)
    }
  }
  if (rest.length > 0) throw new Error('the file ended within a part')
  return parts
}
