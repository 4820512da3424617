import { describe, expect, it } from 'vitest'
import {
  areaOf,
  countLines,
  isSource,
  percentile,
  repeatedThaiStrings,
  singleImporterFiles,
  type SourceFile,
  statistics,
  thaiStrings,
} from './stats.ts'

const file = (path: string, text = ''): SourceFile => ({ path, text })

describe('areaOf', () => {
  it('assigns tests and generated files to separate areas', () => {
    expect(areaOf(file('apps/server/src/modules/fee/fee.test.ts'))).toBe(
      'tests (unit, server, web)',
    )
    expect(areaOf(file('apps/server/test/app.ts'))).toBe('tests (unit, server, web)')
    expect(areaOf(file('e2e/support/test.ts'))).toBe('e2e')
    expect(areaOf(file('apps/server/src/db/types.ts'))).toBe('generated')
    expect(areaOf(file('apps/server/src/app.ts'))).toBe('apps/server')
    expect(areaOf(file('vitest.config.ts'))).toBe('scripts, configuration')
  })
})

describe('isSource', () => {
  it('excludes tests, generated files and files that are not code', () => {
    expect(isSource(file('apps/web/src/ui/button.tsx'))).toBe(true)
    expect(isSource(file('apps/web/src/ui/button.test.tsx'))).toBe(false)
    expect(isSource(file('apps/web/src/route-tree.gen.ts'))).toBe(false)
    expect(isSource(file('docs/bench.md'))).toBe(false)
  })
})

describe('countLines', () => {
  it('counts a last line with or without a line break', () => {
    expect(countLines(file('a.ts', 'a\nb\n'))).toBe(2)
    expect(countLines(file('a.ts', 'a\nb'))).toBe(2)
    expect(countLines(file('a.ts'))).toBe(0)
  })
})

describe('percentile', () => {
  it('returns a value of the list by nearest rank', () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2)
    expect(percentile([4, 1, 3, 2], 0.95)).toBe(4)
    expect(percentile([], 0.5)).toBe(0)
  })
})

describe('singleImporterFiles', () => {
  it('counts importing files, not import statements, and follows dynamic imports', () => {
    const files = [
      file('a/one.ts', "import { x } from './once.ts'\nimport type { Y } from './once.ts'"),
      file('a/two.ts', "import { z } from '../twice.ts'\nconst lazy = () => import('../lazy.ts')"),
      file('a/three.ts', "export { z } from '../twice.ts'"),
      file('a/once.ts'),
      file('twice.ts'),
      file('lazy.ts'),
      file('never.ts'),
    ]
    expect(singleImporterFiles(files).map(({ path }) => path)).toEqual(['a/once.ts', 'lazy.ts'])
  })
})

describe('thaiStrings', () => {
  it('finds literals and JSX texts, and skips comments and English', () => {
    const text = `
      // 'ไม่นับ'
      /* "ไม่นับ" */
      const a = 'บันทึก'; const b = "ลบ"; const c = \`แก้ไข\`; const d = 'save'
      const e = <p>ยกเลิก</p>
    `
    expect([...thaiStrings(file('a.tsx', text))]).toEqual(['บันทึก', 'ลบ', 'แก้ไข', 'ยกเลิก'])
  })
})

describe('repeatedThaiStrings', () => {
  it('reads the parts of template literals between their expressions', () => {
    const files = [file('a.ts', "`ลบ${name}แล้ว` + 'ปิด'"), file('b.ts', "'ปิด' + `ลบ${name}`")]
    expect(repeatedThaiStrings(files, 2)).toEqual(['ลบ', 'ปิด'])
  })

  it('counts a string once per file', () => {
    const files = [file('a.ts', "'ลบ', 'ลบ', 'ปิด'"), file('b.ts', "'ลบ'"), file('c.ts', "'ปิด'")]
    expect(repeatedThaiStrings(files, 2)).toEqual(['ลบ', 'ปิด'])
    expect(repeatedThaiStrings(files, 3)).toEqual([])
  })

  it('counts neither units and words that join sentences nor texts of data', () => {
    const texts = "`${count} คน` + `${a} จาก ${b}` + 'ผู้เข้าสอบ'"
    const product = [file('apps/web/src/a.ts', texts), file('packages/domain/src/b.ts', texts)]
    const data = [
      'apps/server/src/db/migrations/0001_x.sql',
      'apps/server/src/seed/demo-lists.ts',
      'apps/server/src/modules/customer/demo-cards.ts',
      'apps/web/gallery/forms.tsx',
      'bench/boards.ts',
    ].map((path) => file(path, texts))
    expect(repeatedThaiStrings([...product, ...data], 2)).toEqual(['ผู้เข้าสอบ'])
    expect(repeatedThaiStrings([...product, ...data], 3)).toEqual([])
  })
})

describe('statistics', () => {
  it('counts the files of a CRUD entity by path or text, and the uses of control=', () => {
    const files = [
      file('packages/contract/src/entities/expense-item.ts', 'export {}\n'),
      file('apps/server/src/db/types.ts', 'ListExpenses: { list_expenses_id: number }\n'),
      file(
        'apps/web/src/features/x.tsx',
        '<TextField control={control} />\n<Field control={c} />\n',
      ),
      file('docs/glossary.md', 'expense_item\n'),
    ]
    const figures = new Map(statistics(files).figures)
    expect(figures.get('files per CRUD entity')).toBe('3')
    expect(figures.get('  of these generated')).toBe('1')
    expect(figures.get('uses of control=')).toBe('2')
    expect(figures.get('files per 1,000 lines, web app')).toBe('500.0')
  })
})
