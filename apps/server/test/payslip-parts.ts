/**
 * Reads the answer that sends all payslips of a month in parts; see `payslip.many` of the contract.
 */

/** The file in the parts of an answer, and the counts of finished payslips that it reports. */
export function partsOf(answer: Buffer) {
  const finished: number[] = []
  const parts: Buffer[] = []
  for (let at = 0; at < answer.length;) {
    finished.push(answer.readUInt32BE(at))
    const length = answer.readUInt32BE(at + 4)
    parts.push(answer.subarray(at + 8, at + 8 + length))
    at += 8 + length
  }
  return { finished, file: Buffer.concat(parts) }
}
