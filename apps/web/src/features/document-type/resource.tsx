/** List and form of the types of documents that customers bring. */
import { documentType, everyCourse } from '@khapdee/contract/entities/document-type'
import { documentConditions } from '@khapdee/domain/application/required-document'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { activeColumn, nameColumn, optionalBranchColumn } from '../../crud/columns.tsx'
import { byStatus, byText } from '../../crud/list-search.ts'
import { defineResource } from '../../crud/resource.ts'
import { pathsOf } from '../../shared/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const paths = pathsOf('document_type')

export const documentTypes = defineResource({
  api: documentType,
  columns: [
    nameColumn('ชื่อเอกสาร', 'name', (row: { document_type_id: number }) =>
      paths.record(row.document_type_id),
    ),
    { id: 'condition', cell: (row) => documentConditions[row.condition].label },
    {
      id: 'for',
      header: fieldTitles.appliesTo,
      cell: ({ course_name, other_fee_name, request_fee_name }) =>
        [course_name, other_fee_name, request_fee_name].filter(Boolean).join(', ') || everyCourse,
    },
    {
      id: 'valid_days',
      align: 'end',
      cell: ({ valid_days }) => (valid_days === 0 ? '–' : valid_days),
    },
    optionalBranchColumn,
    activeColumn,
  ],
  filters: [byStatus, byText],
  Fields: lazyPart(async () => (await import('./document-type-fields.tsx')).DocumentTypeFields),
})
