import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { satang } from '../money.ts'
import { addDays, day } from '../thai-date.ts'
import {
  type MatchableLine,
  candidatesOf,
  differenceOf,
  matchProblem,
  uniquePairs,
} from './match.ts'
import {
  type FileRow,
  fitMapping,
  guessMapping,
  readStatement,
  titlesOf,
} from './read-statement.ts'
import { type StatementLine, fingerprintsOf } from './statement.ts'

const first = day('2026-11-01')
const today = day('2026-11-21')

const rowsOf = (...rows: FileRow['cells'][]): FileRow[] =>
  rows.map((cells, i) => ({ line: i + 1, cells }))
const thaiHeader = ['วันที่', 'เวลา', 'รายการ', 'ถอน', 'ฝาก', 'คงเหลือ', 'ช่องทาง']

describe('guessMapping', () => {
  it('finds the header below a title, and amounts in two columns', () => {
    expect(guessMapping(rowsOf(['ธนาคารตัวอย่าง'], ['เลขที่บัญชี', '123'], thaiHeader))).toEqual({
      header: 3,
      date: 0,
      time: 1,
      description: [2, 6],
      out: 3,
      in: 4,
      balance: 5,
      amount: null,
      reference: null,
    })
  })

  it('finds signed amounts in one column of an English file', () => {
    const header = ['Transaction Date', 'Description', 'Amount', 'Balance', 'Reference No.']
    expect(guessMapping(rowsOf(header))).toEqual({
      header: 1,
      date: 0,
      time: null,
      description: [1],
      out: null,
      in: null,
      balance: 3,
      amount: 2,
      reference: 4,
    })
  })

  it('finds none in a file without headings', () => {
    expect(guessMapping(rowsOf(['23/11/2569', '5.00']))).toBeNull()
  })
})

describe('fitMapping', () => {
  it('finds the header of the next file of the account, and no other one', () => {
    const rows = rowsOf(thaiHeader)
    const mapping = guessMapping(rows)
    if (mapping === null) throw new Error('no mapping')
    const titles = titlesOf(rows, mapping)
    expect(fitMapping(rowsOf(['x'], thaiHeader), mapping, titles)?.header).toBe(2)
    expect(fitMapping(rowsOf(['วันที่', 'ถอน']), mapping, titles)).toBeNull()
  })
})

describe('readStatement', () => {
  const mapping = {
    header: 1,
    date: 0,
    time: 1,
    description: [2, 6],
    out: 3,
    in: 4,
    balance: 5,
    amount: null,
    reference: null,
  }
  it('reads lines, and omits headings, sums and balances brought forward', () => {
    const read = readStatement(
      rowsOf(
        thaiHeader,
        ['01/11/69', '', 'ยอดยกมา', '', '', '100.00', ''],
        ['01/11/69', '09:30', 'รับโอน', '', '1,500.00', '1,600.00', 'K PLUS'],
        ['02/11/69', '', 'ค่าธรรมเนียม', '15.00', '', '1,585.00', ''],
        ['รวมทั้งสิ้น', '', '', '15.00', '1,500.00', '', ''],
      ),
      mapping,
      today,
    )
    expect(read).toEqual({
      skipped: 2,
      problems: [],
      lines: [
        {
          row: 3,
          date: '2026-11-01',
          time: '09:30',
          value: 150_000,
          balance: 160_000,
          description: 'รับโอน K PLUS',
          reference: '',
        },
        {
          row: 4,
          date: '2026-11-02',
          time: '',
          value: -1500,
          balance: 158_500,
          description: 'ค่าธรรมเนียม',
          reference: '',
        },
      ],
    })
  })

  it.each([
    ['an amount that is none', ['01/11/69', '', '', 'ห้าบาท', '', ''], 'จำนวนเงิน'],
    ['both directions', ['01/11/69', '', '', '5', '5', ''], 'เงินเข้าและเงินออก'],
    ['a day that does not exist', ['31/02/69', '', '', '5', '', ''], 'วันที่'],
    ['a balance that is none', ['01/11/69', '', '', '5', '', 'x'], 'จำนวนเงิน'],
  ])('reports the row of %s', (_, cells, words) => {
    const { problems, lines } = readStatement(rowsOf(thaiHeader, cells), mapping, today)
    expect(lines).toEqual([])
    expect(problems).toEqual([{ row: 2, message: expect.stringContaining(words) }])
  })
})

const aLine = (values: Partial<StatementLine> = {}): StatementLine => ({
  row: 2,
  date: first,
  time: '',
  value: satang(100),
  balance: null,
  description: 'รับโอน',
  reference: '',
  ...values,
})

describe('fingerprints', () => {
  it('ignore spaces, letter case and the row, and number equal lines', () => {
    const [a, b, c] = fingerprintsOf([
      aLine({ description: 'K PLUS  โอน' }),
      aLine({ description: 'k plus โอน', row: 9 }),
      aLine({ description: 'อื่น' }),
    ])
    expect(fingerprintsOf([aLine({ description: 'kplusโอน' })])).toEqual([a])
    expect(new Set([a, b, c]).size).toBe(3)
  })

  it("depend only on the bank's own id, day and amount if the line has such an id", () => {
    const line = aLine({ reference: 'FT 01', description: 'A', balance: satang(5) })
    const later = aLine({ reference: 'ft01', description: 'B' })
    expect(fingerprintsOf([later])).toEqual(fingerprintsOf([line]))
    expect(fingerprintsOf([aLine({ reference: 'FT02' })])).not.toEqual(fingerprintsOf([line]))
  })

  const lines = fc.array(
    fc.record({
      date: fc.integer({ min: 0, max: 5 }).map((n) => addDays(first, n)),
      value: fc.constantFrom(-500, 100, 100, 200).map(satang),
      description: fc.constantFrom('โอน', 'ฝาก'),
    }),
    { maxLength: 40 },
  )
  it('of a file that overlaps another by whole days add only its new lines', () => {
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 0, max: 5 }),
        (drawn, x, y) => {
          const all = drawn
            .map((values) => aLine(values))
            .toSorted((a, b) => (a.date < b.date ? -1 : 1))
          const upTo = all.filter(({ date }) => date <= addDays(first, x))
          const from = all.filter(({ date }) => date >= addDays(first, Math.min(x, y)))
          const stored = new Set(fingerprintsOf(upTo))
          expect(stored.size).toBe(upTo.length)
          for (const fingerprint of fingerprintsOf(from)) stored.add(fingerprint)
          expect(stored.size).toBe(all.length)
        },
      ),
    )
  })

  it('of lines with balances are unique, so that overlapping files add each line once', () => {
    fc.assert(
      fc.property(lines, fc.nat(40), fc.nat(40), (drawn, x, y) => {
        let balance = 0
        const all = drawn.map((values) => {
          balance += Math.abs(values.value)
          return aLine({ ...values, balance: satang(balance) })
        })
        const [start, end] = [Math.min(x, y), Math.max(x, y)]
        const stored = new Set(fingerprintsOf(all.slice(0, end)))
        for (const fingerprint of fingerprintsOf(all.slice(start))) stored.add(fingerprint)
        expect(stored.size).toBe(all.length)
      }),
    )
  })
})

describe('a match', () => {
  const values = (...amounts: number[]) => amounts.map((n) => ({ value: satang(n) }))
  it.each([
    [[500], [500], null],
    [[500], [200, 300], null],
    [[200, 300], [500], null],
    [[500], [500, -100, 100], null],
    [[500], [400], 'difference'],
    [[200, 300], [250, 250], 'many-to-many'],
    [[], [500], 'empty'],
    [[500], [], 'empty'],
  ] as const)('of %j with %j is refused by %s', (lines, documents, expected) => {
    expect(matchProblem(values(...lines), values(...documents))).toBe(expected)
  })

  it('has as its difference the sum of the lines less that of the documents', () => {
    expect(differenceOf(values(485), values(500))).toBe(-15)
  })
})

let serial = 0
const line = (value: number, days = 0, reference = ''): MatchableLine => ({
  statement_line_id: ++serial,
  value: satang(value),
  date: addDays(first, days),
  reference,
})
const paper = (value: number, days = 0, bank_reference = '') => ({
  id: ++serial,
  value: satang(value),
  date: addDays(first, days),
  bank_reference,
})

type Paper = ReturnType<typeof paper>

/** The unambiguous pairs, by the candidates of each line: first those with the same reference. */
function comparedPairs(lines: readonly MatchableLine[], papers: readonly Paper[]) {
  const pairsOf = (some: readonly MatchableLine[], candidates: (line: MatchableLine) => Paper[]) =>
    some.flatMap((one) => {
      const [document, ...others] = candidates(one)
      if (document === undefined || others.length > 0) return []
      const rivals = some.filter((other) => candidates(other).includes(document))
      return rivals.length === 1 ? [{ line: one, document }] : []
    })
  const referred = pairsOf(lines, (one) =>
    candidatesOf(one, papers).filter(
      ({ bank_reference }) =>
        one.reference !== '' && bank_reference.toUpperCase() === one.reference.toUpperCase(),
    ),
  )
  const rest = pairsOf(
    lines.filter((one) => !referred.some((pair) => pair.line === one)),
    (one) =>
      candidatesOf(one, papers).filter(
        (document) => !referred.some((pair) => pair.document === document),
      ),
  )
  return [...referred, ...rest]
}

describe('proposals', () => {
  it('are documents of the amount within three days', () => {
    const [near, far] = [paper(500, 3), paper(500, 4)]
    expect(candidatesOf(line(500), [near, far, paper(501)])).toEqual([near])
  })

  it('omit lines and documents with several candidates, unless a reference decides', () => {
    const [a, b] = [paper(500), paper(500, 1)]
    expect(uniquePairs([line(500)], [a, b])).toEqual([])
    expect(uniquePairs([line(500), line(500)], [a])).toEqual([])
    const referred = paper(500, 0, 'REF1')
    const withReference = line(500, 0, 'ref1')
    const other = line(500)
    expect(uniquePairs([other, withReference], [referred, a])).toEqual([
      { line: withReference, document: referred },
      { line: other, document: a },
    ])
  })

  it('are those of a comparison of each line with each document', () => {
    const items = fc.array(
      fc.tuple(fc.constantFrom(1, 2), fc.nat(12), fc.constantFrom('', '', 'A', 'b')),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(items, items, (a, b) => {
        const lines = a.map((values) => line(...values))
        const papers = b.map((values) => paper(...values))
        const found = uniquePairs(lines, papers)
        expect(new Set(found)).toEqual(new Set(comparedPairs(lines, papers)))
      }),
    )
  })

  it('are found in seconds among 20,000 lines of one amount', () => {
    const days = Array.from({ length: 20_000 }, (_, i) => Math.floor(i / 70))
    const [lines, papers] = [days.map((at) => line(500, at)), days.map((at) => paper(500, at))]
    const start = Date.now()
    expect(uniquePairs([...lines, line(700)], [...papers, paper(700)])).toHaveLength(1)
    expect(Date.now() - start).toBeLessThan(5000)
  })

  it('never use a line or a document twice, and always have equal amounts', () => {
    const amounts = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(6)), { maxLength: 20 })
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const pairs = uniquePairs(
          a.map(([value, days]) => line(value, days)),
          b.map(([value, days]) => paper(value, days)),
        )
        expect(new Set(pairs.map((pair) => pair.line)).size).toBe(pairs.length)
        expect(new Set(pairs.map((pair) => pair.document)).size).toBe(pairs.length)
        for (const pair of pairs) expect(pair.line.value).toBe(pair.document.value)
      }),
    )
  })
})
