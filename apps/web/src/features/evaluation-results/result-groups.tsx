/** The groups of results of one scale: as a chart, and as a table of the same figures. */
import type { ResultGroup } from '@khapdee/contract/entities/evaluation-result'
import { type EvaluationScale, evaluationTypes } from '@khapdee/domain/evaluation'
import {
  type ResultGrouping,
  countOf,
  groupName,
  resultGroupings,
  resultText,
  resultTitles,
} from '@khapdee/domain/evaluation-results'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { scaleValues } from '@khapdee/domain/score-sheet'
import { units, headings } from '@khapdee/domain/words'
import { useMemo } from 'react'
import { RecordLink } from '../../crud/actions.tsx'
import type { FilterValues } from '../../crud/list-search.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import type { Column } from '../../ui/columns.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { countText } from '../../ui/values.tsx'
import { labels, valuesPath } from './result-search.ts'

interface GroupsProps {
  by: ResultGrouping
  scale: EvaluationScale
  groups: readonly ResultGroup[]
  filters: FilterValues
}

const mix = (token: string, percent: number) =>
  `color-mix(in srgb, var(--${token}) ${percent}%, var(--surface))`

/** From good to bad, in the order of the values of the scale. */
const colors: Readonly<Record<EvaluationScale, readonly string[]>> = {
  five: [
    'var(--primary)',
    mix('primary', 60),
    mix('line-strong', 55),
    mix('warn', 55),
    'var(--warn)',
  ],
  pass_fail: ['var(--primary)', 'var(--warn)'],
}

const noteOf = ({ type, category }: ResultGroup) =>
  [type && evaluationTypes[type].label, category].filter(Boolean).join(' · ')

export function GroupChart({ by, scale, groups, filters }: GroupsProps) {
  return (
    <BarChart
      label={`${headings.chart}${resultTitles[scale]}ตาม${resultGroupings[by].label}`}
      parts={scaleValues[scale].map(({ name }, i) => ({ name, color: colors[scale][i] ?? '' }))}
      bars={groups.map((group) => ({
        key: group.key,
        name: groupName(by, group),
        ...(by === 'item' && { note: noteOf(group) }),
        sizes: scaleValues[scale].map(({ value }) => group.counts[value] ?? 0),
        text: resultText(group),
        href: valuesPath(by, group, filters),
      }))}
      unit={units.times}
    />
  )
}

const rowKey = ({ key }: ResultGroup) => key

export function GroupTable({ by, scale, groups, filters }: GroupsProps) {
  const columns = useMemo(() => columnsOf(by, scale, filters), [by, scale, filters])
  return (
    <DataTable
      label={`${resultTitles[scale]}ตาม${resultGroupings[by].label}`}
      columns={columns}
      rows={groups}
      rowKey={rowKey}
      state="ready"
    />
  )
}

function columnsOf(
  by: ResultGrouping,
  scale: EvaluationScale,
  filters: FilterValues,
): readonly Column<ResultGroup>[] {
  return [
    {
      id: 'name',
      header: resultGroupings[by].label,
      phoneSlot: 'title',
      cell: (group) => (
        <RecordLink to={valuesPath(by, group, filters)}>{groupName(by, group)}</RecordLink>
      ),
    },
    ...(by === 'item'
      ? [
          {
            id: 'category',
            header: labels.category,
            cell: (group: ResultGroup) => noteOf(group),
          },
        ]
      : []),
    {
      id: 'result',
      header: resultTitles[scale],
      align: 'end',
      phoneSlot: 'meta',
      cell: (group) => <strong className="font-semibold">{resultText(group)}</strong>,
    },
    {
      id: 'count',
      header: fieldTitles.quantity,
      align: 'end',
      cell: (group) => countText(countOf(group)),
    },
    ...scaleValues[scale].map(({ value, name }): Column<ResultGroup> => ({
      id: String(value),
      header: name,
      align: 'end',
      cell: (group) => {
        const count = group.counts[value] ?? 0
        if (count === 0) return '–'
        return (
          <RecordLink to={valuesPath(by, group, filters, value)}>{countText(count)}</RecordLink>
        )
      },
    })),
  ]
}
