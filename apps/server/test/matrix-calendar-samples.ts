/** The sample calls of the calendar; see matrix-samples.ts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { calendar, calendarEvent, calendarFeed } from '@khapdee/contract/entities/calendar'
import { addDays } from '@khapdee/domain/thai-date'
import type { BranchFixture, Sample } from './branch-fixture.ts'
import type { Wire } from './wire.ts'

let serial = 0

/** An event of one hour tomorrow that is visible to the branch. */
const eventValues = ({ test, branch_id, mark }: BranchFixture): Wire => {
  const tomorrow = addDays(test.clock.today(), 1)
  return {
    title: `${mark} ${++serial}`,
    category: 'Business',
    branch_id,
    start: tomorrow,
    start_time: '08:00',
    end: tomorrow,
    end_time: '09:00',
  }
}

/** An event that is visible to the clerk only. */
async function newEvent(fixture: BranchFixture): Promise<Wire> {
  const input = calendarEvent.create.input.parse({ ...eventValues(fixture), branch_id: null })
  const { data } = await fixture.test.call(calendarEvent.create, input, fixture.clerk)
  return { calendar_event_id: data.calendar_event_id, version: 1 }
}

export const calendarSamples: [Endpoint, Sample][] = [
  [
    calendar.read,
    {
      wire: ({ test, branch_id }) => ({
        start: test.clock.today(),
        end: addDays(test.clock.today(), 31),
        branch: String(branch_id),
      }),
    },
  ],
  [calendarEvent.create, { wire: eventValues }],
  [
    calendarEvent.update,
    {
      wire: async (fixture) => ({ ...eventValues(fixture), ...(await newEvent(fixture)) }),
      onlyCreator: true,
      otherStatus: 404,
    },
  ],
  [calendarEvent.delete, { wire: newEvent, onlyCreator: true, otherStatus: 404 }],
  [calendarFeed.get, { wire: () => ({}) }],
  [calendarFeed.renew, { wire: () => ({}) }],
  [calendarFeed.revoke, { wire: () => ({}) }],
]
