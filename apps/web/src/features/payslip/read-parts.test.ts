import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readParts } from './read-parts.ts'

function framed(finished: number, bytes: number[]): number[] {
  const head = new DataView(new ArrayBuffer(8))
  head.setUint32(0, finished)
  head.setUint32(4, bytes.length)
  return [...new Uint8Array(head.buffer), ...bytes]
}

const streamOf = (chunks: readonly number[][]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Uint8Array.from(chunk))
      controller.close()
    },
  })

it('returns the parts and their numbers, however the network divides them', async () => {
  const part = fc.array(fc.nat(255), { maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 5 }),
      fc.integer({ min: 1, max: 30 }),
      async (parts, size) => {
        const sent = parts.flatMap((bytes, i) => framed(i * 25, bytes))
        const chunks = Array.from({ length: Math.ceil(sent.length / size) }, (_, i) =>
          sent.slice(i * size, (i + 1) * size),
        )
        const progress: number[] = []
        const read = await readParts(streamOf(chunks), (finished) => progress.push(finished))
        expect(read.map((bytes) => [...bytes])).toEqual(parts)
        expect(progress).toEqual(parts.map((_, i) => i * 25))
      },
    ),
  )
})

it('fails when the stream ends within a part', async () => {
  const cut = framed(1, [1, 2, 3]).slice(0, -1)
  await expect(readParts(streamOf([cut]), () => {})).rejects.toThrow('within a part')
})
