/** The results of evaluations: figures, charts or tables by item, panel member, branch or month, and comments. */
import { type ResultGroup, evaluationResult } from '@khapdee/contract/entities/evaluation-result'
import type { InputOf, OutputOf } from '@khapdee/contract/endpoint'
import { type EvaluationScale, evaluationScales } from '@khapdee/domain/evaluation'
import {
  type Ratings,
  type ResultGrouping,
  countOf,
  resultGroupings,
  resultText,
  resultTitles,
  shareOf,
  lastDays,
} from '@khapdee/domain/evaluation-results'
import { listNames } from '@khapdee/domain/list-names'
import { units, headings } from '@khapdee/domain/words'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ExportButton, RecordLink } from '../../crud/actions.tsx'
import { useToday } from '../../ui/use-today.ts'
import { ListFilters } from '../../crud/list-filters.tsx'
import { useBranchTable } from '../../crud/list-screen.tsx'
import type { FilterValues } from '../../crud/list-search.ts'
import { useEndpoint } from '../../api/queries.ts'
import { useSession } from '../../session/session.ts'
import { Permitted, useDocumentTitle } from '../../shared/screen.tsx'
import { EmptyState, LoadFailed, SkeletonLine } from '../../ui/feedback.tsx'
import { SegmentedField } from '../../ui/fields/choice-fields.tsx'
import { Card, PageHeader, Stat, Stats } from '../../ui/page.tsx'
import { countText, ThaiDay } from '../../ui/values.tsx'
import { GroupChart, GroupTable } from './result-groups.tsx'
import { commentsPath, resultFilters } from './result-search.ts'

export function EvaluationResults() {
  return (
    <Permitted permission="evaluate.view">
      <Results />
    </Permitted>
  )
}

const title = listNames['evaluation-results']

type View = 'chart' | 'table'
const views = [
  { value: 'chart', name: headings.chart },
  { value: 'table', name: 'ตาราง' },
] as const

function Results() {
  useDocumentTitle(title)
  const { by = 'item' } = useSearch({ strict: false }) as { by?: ResultGrouping }
  const navigate = useNavigate()
  const table = useBranchTable(evaluationResult.summary, {
    defaults: lastDays(useToday()),
    fixedFilters: { by },
  })
  const [view, setView] = useState<View>('chart')
  const severalBranches = useSession().branches.length > 1
  const { answer, state, stale, retry } = table
  // While a new grouping loads, the groups of the previous one are shown.
  const [shownBy, setShownBy] = useState(by)
  if (!stale && shownBy !== by) setShownBy(by)
  const groupings = Object.entries(resultGroupings)
    .map(([value, { label }]) => ({ value: value as ResultGrouping, name: label }))
    .filter(({ value }) => severalBranches || value !== 'branch')
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <ExportButton endpoint={evaluationResult.export} table={table} fixedFilters={{ by }} />
        }
      />
      <Card flush>
        <ListFilters filters={resultFilters} table={table} />
      </Card>
      <Totals total={answer?.total} />
      <div data-noprint className="flex flex-wrap items-end justify-between gap-3">
        <SegmentedField
          label="แสดงตาม"
          items={groupings}
          value={by}
          onChange={(chosen) =>
            void navigate({
              to: '.',
              search: ((current: object) => ({
                ...current,
                by: chosen === 'item' ? undefined : chosen,
              })) as never,
              resetScroll: false,
            })
          }
          className="w-full md:w-120"
        />
        <SegmentedField
          label="รูปแบบ"
          items={views}
          value={view}
          onChange={setView}
          className="w-full md:w-48"
        />
      </div>
      {state === 'error' && <LoadFailed onRetry={retry} className="px-4 py-3 text-center" />}
      {state === 'loading' && (
        <Card>
          <SkeletonLine />
        </Card>
      )}
      {answer !== undefined && (
        <div aria-busy={stale} className={`flex flex-col gap-3.5 ${stale ? 'stale' : ''}`}>
          <Groups by={shownBy} groups={answer.data} filters={table.filters} view={view} />
        </div>
      )}
      <Comments filters={table.filters} />
    </>
  )
}

interface GroupsProps {
  by: ResultGrouping
  groups: readonly ResultGroup[]
  filters: FilterValues
  view: View
}

/** A card for each scale, because averages and shares cannot be compared. */
function Groups({ by, groups, filters, view }: GroupsProps) {
  if (groups.length === 0) {
    return (
      <Card>
        <EmptyState
          title="ยังไม่มีผลการประเมินในช่วงนี้"
          hint="ผลมาจากใบให้คะแนนของการสอบ และแบบประเมินความพึงพอใจที่ผู้สอบตอบ"
        />
      </Card>
    )
  }
  return (Object.keys(evaluationScales) as EvaluationScale[]).toReversed().map((scale) => {
    const ofScale = groups.filter((group) => group.scale === scale)
    const Part = view === 'chart' ? GroupChart : GroupTable
    return (
      ofScale.length > 0 && (
        <Card
          key={scale}
          title={`${evaluationScales[scale].label} ตาม${resultGroupings[by].label}`}
          flush={view === 'table'}
        >
          {by === 'user' && (
            <p className={`text-sm text-muted ${view === 'table' ? 'px-4 py-2' : 'pb-3'}`}>
              ผลของการสอบที่มีกรรมการหลายคนนับให้กรรมการทุกคน
            </p>
          )}
          <Part by={by} scale={scale} groups={ofScale} filters={filters} />
        </Card>
      )
    )
  })
}

type Total = OutputOf<typeof evaluationResult.summary>['total']

/** The figures over all groups; every value counts once. */
function Totals({ total }: { total: Total | undefined }) {
  const ofScale = (scale: EvaluationScale): Ratings => ({
    scale,
    counts: total?.scales.find((found) => found.scale === scale)?.counts ?? [],
  })
  const shown = (value: string) => (total === undefined ? <SkeletonLine width="60%" /> : value)
  return (
    <Stats>
      <Stat
        label="การสอบที่มีผลการประเมิน"
        value={shown(`${countText(total?.exams ?? 0)} ${units.times}`)}
        note={<>&nbsp;</>}
      />
      {(['five', 'pass_fail'] as const).map((scale) => (
        <Stat
          key={scale}
          label={resultTitles[scale]}
          value={shown(resultText(ofScale(scale)))}
          note={`จาก ${countText(countOf(ofScale(scale)))} ${units.times}ที่ประเมิน`}
        />
      ))}
      <Stat
        label="ผู้สอบที่ตอบแบบประเมินความพึงพอใจ"
        value={shown(`${shareOf(total?.answered ?? 0, total?.asked ?? 0).toFixed(1)}%`)}
        note={`${countText(total?.answered ?? 0)} จาก ${countText(total?.asked ?? 0)} คนที่ได้รับรหัส`}
      />
    </Stats>
  )
}

/** Comments that are shown below the charts. */
const shownComments = 5

/** The latest comments; renders nothing without any. */
function Comments({ filters }: { filters: FilterValues }) {
  const { type: _, category: __, ...chosen } = filters
  const { data } = useEndpoint(evaluationResult.comments, {
    page: 1,
    perPage: shownComments,
    // The days are those of the URL, which the client checks by the contract.
    ...(chosen as Partial<InputOf<typeof evaluationResult.comments>>),
  })
  if (data === undefined || data.data.length === 0) return null
  return (
    <Card
      title={`${listNames.comments} ${countText(data.meta.total, data.meta.capped)} ${units.entries}`}
      actions={<RecordLink to={commentsPath(chosen)}>ดูทั้งหมด</RecordLink>}
      flush
    >
      <ul className="divide-y divide-line">
        {data.data.map(({ position, comment, exam_date, branch: name, panel, counts }) => (
          <li key={position} className="flex flex-col gap-0.5 px-4 py-2.5">
            <p className="whitespace-pre-line">{comment}</p>
            <p className="text-xs text-muted">
              <ThaiDay value={exam_date} /> · {name}
              {panel !== '' && ` · ${panel}`} · {resultTitles.five}{' '}
              {resultText({ scale: 'five', counts })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
