/** The measured requests of exams: the lists with their filters, an exam day, and a session. */
import { bookingStatuses } from '@khapdee/domain/exam-booking'
import { certifiedStates } from '@khapdee/domain/certificate'
import { examRightStatuses } from '@khapdee/domain/exam-right'
import { examSessionStatuses } from '@khapdee/domain/exam-session'
import { todayInBangkok } from '@khapdee/domain/thai-date'
import type { Kysely } from 'kysely'
import type { DB } from '../../apps/server/src/db/types.ts'

type Query = Readonly<Record<string, string>>

/** The cases. @param texts search texts by their description @param spans days by their description */
export async function examCases(
  db: Kysely<DB>,
  branch: string,
  texts: Readonly<Record<string, string>>,
  spans: Readonly<Record<string, Query>>,
): Promise<{ name: string; path: string }[]> {
  const session = await db
    .selectFrom('exam')
    .select((eb) => ['exam_session_id', eb.fn.countAll<string>().as('candidates')])
    .where('exam_date', '=', todayInBangkok(new Date()))
    .where('branch_id', '=', Number(branch))
    .where('exam_session_id', 'is not', null)
    .groupBy('exam_session_id')
    .orderBy('candidates', 'desc')
    .executeTakeFirstOrThrow()
  const id = String(session.exam_session_id)
  const byStatus = (states: object): [string, Query][] =>
    Object.keys(states).map((status) => [`, ${status}`, { status }])
  const bySpan = Object.entries(spans).map(([name, query]): [string, Query] => [`, ${name}`, query])
  const byText = Object.entries(texts).map(([name, text]): [string, Query] => [
    `, text: ${name}`,
    { text },
  ])
  const common: [string, Query][] = [['', {}], [', branch', { branch }], ...bySpan, ...byText]
  const all: [string, Query][] = [
    ...byStatus({ ...bookingStatuses, ...certifiedStates }),
    [', licence', { type: 'truck4' }],
    [', kind', { category: 'practice' }],
  ]
  type List = [name: string, path: string, fixed: Query, queries: [string, Query][]]
  const lists: List[] = [
    [
      'exam rights',
      'exam/permission',
      {},
      [
        ...common,
        ...byStatus(examRightStatuses),
        [', licence and kind', { type: 'truck4', category: 'practice' }],
        [', oldest first', { sort: 'permission_date' }],
      ],
    ],
    ['exams today', 'exam/gettable', {}, [['', {}], [', branch', { branch }], ...byText]],
    ['exams, history', 'exam/gettable', { scope: 'history' }, [['', {}], ...byText]],
    ['exams, all', 'exam/gettable', { scope: 'all' }, [...common, ...all]],
    ['exam sessions', 'exam-session/gettable', {}, [['', {}], [', branch', { branch }], ...bySpan]],
    [
      'exam sessions, all',
      'exam-session/gettable',
      { scope: 'all' },
      [
        ['', {}],
        [', branch', { branch }],
        [', licence', { type: 'truck4' }],
        ...byStatus(examSessionStatuses),
      ],
    ],
    ...['worklist', 'unclosed', 'affected'].map((name): List => [
      `exam sessions, ${name}`,
      `exam-session/${name}`,
      {},
      [['', {}]],
    ]),
    ['exam waiting list', 'exam-waiting/gettable', {}, [['', {}]]],
    ['candidates of a session', 'exam/gettable', { exam_session_id: id }, [['', {}]]],
    ['exam session', `exam-session/get/${id}`, {}, [['', {}]]],
    [
      'exam day',
      'exam/day',
      {},
      [
        ['', {}],
        [', branch', { branch }],
      ],
    ],
  ]
  return lists.flatMap(([name, path, fixed, queries]) =>
    queries.map(([label, query]) => ({
      name: `${name}${label}`,
      path: `/api/v1/${path}?${new URLSearchParams({ ...fixed, ...query })}`,
    })),
  )
}
