/** Rooms and fields where exams and lessons take place. Source: product specification, sections 6.1 and 6.2b. */
import { entities } from '@khapdee/domain/entities'
import { fieldTitles } from '@khapdee/domain/field-titles'
import { placeKinds } from '@khapdee/domain/place'
import { crud } from '../crud.ts'
import { messages } from '../messages.ts'
import {
  active,
  branchName,
  flag,
  note,
  requiredOneOf,
  requiredReference,
  requiredText,
  wholeNumberBetween,
} from '../wire.ts'

const isShared = flag('ใช้ร่วมกันได้')

export const place = crud({
  entity: entities.place,
  fields: {
    name: requiredText('ชื่อสถานที่'),
    branch_id: requiredReference('branch', messages.select),
    kind: requiredOneOf(fieldTitles.type, placeKinds),
    /** People at the same time; in a shared place, exam sessions and lessons at the same time. */
    capacity: wholeNumberBetween(fieldTitles.capacity, 1, 500),
    /**
     * Whether several exam sessions and lessons may use the place at the same time, up to its capacity. Null when
     * written: as usual for the kind, see `isSharedByDefault`.
     */
    is_shared: isShared.nullable().default(null),
    note,
    is_activate: active,
  },
  computedFields: { branch: branchName, is_shared: isShared },
})
