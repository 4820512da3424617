/** The two columns by which every list of applications tells what is owed. */
import type { Satang } from '@khapdee/domain/money'
import type { Column } from '../ui/columns.ts'
import { Money } from '../ui/money.tsx'

/** @param below the width in px under which the net sum stands below what is owed of it */
export const netAndBalance = <Row extends { net: Satang; balance: Satang }>(
  below: number,
): readonly Column<Row>[] => [
  {
    id: 'net',
    width: '5.5rem',
    header: 'ยอดสุทธิ',
    align: 'end',
    sortable: true,
    narrow: {
      below,
      under: 'balance',
      cell: ({ net }) => (
        <span className="whitespace-nowrap">
          จาก <Money value={net} />
        </span>
      ),
    },
    cell: ({ net }) => <Money value={net} />,
  },
  {
    id: 'balance',
    width: '5.75rem',
    header: 'ค้างชำระ',
    align: 'end',
    sortable: true,
    cell: ({ balance }) => <Money value={balance} tone={balance > 0 ? 'owed' : 'muted'} />,
  },
]
