/** Rooms and fields for exams and lessons: list and form. */
import { titleOf } from '@khapdee/contract/field-meta'
import { place } from '@khapdee/contract/entities/place'
import { placeKinds } from '@khapdee/domain/place'
import { activeColumn, requiredBranchColumn } from '../../crud/columns.tsx'
import { RecordLink } from '../../crud/actions.tsx'
import { byStatus, byText, byType } from '../../crud/list-search.ts'
import { defineResource } from '../../crud/resource.ts'
import { pathsOf } from '../../shared/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const paths = pathsOf('place')

export const places = defineResource({
  api: place,
  columns: [
    {
      id: 'name',
      sortable: true,
      phoneSlot: 'title',
      cell: (row) => <RecordLink to={paths.record(row.place_id)}>{row.name}</RecordLink>,
    },
    {
      id: 'kind',
      nowrap: true,
      cell: ({ kind, is_shared }) => (
        <>
          {placeKinds[kind].label}
          {is_shared && (
            <span className="block text-xs text-muted">
              {titleOf(place.fields.shape, 'is_shared')}
            </span>
          )}
        </>
      ),
    },
    { id: 'capacity', align: 'end', sortable: true, cell: ({ capacity }) => capacity },
    requiredBranchColumn({ belowWidth: 900, under: 'name' }),
    activeColumn,
  ],
  filters: [byType, byStatus, byText],
  searchPlaceholder: 'ชื่อสถานที่',
  defaults: (branch_id) => (branch_id === null ? {} : { branch_id }),
  Fields: lazyPart(async () => (await import('./place-fields.tsx')).PlaceFields),
})
