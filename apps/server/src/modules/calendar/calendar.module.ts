/** The calendar, own events and the links for calendar programs. */
import { calendar, calendarEvent, calendarFeed } from '@khapdee/contract/entities/calendar'
import { type Command, command } from '../../kernel/command.ts'
import { readFeed, renewFeed, revokeFeed } from './feed.ts'
import { createEvent, deleteEvent, updateEvent } from './own-events.ts'
import { readCalendar } from './read-calendar.ts'

export const calendarCommands: Command[] = [
  command(calendar.read, readCalendar),
  command(calendarEvent.create, createEvent),
  command(calendarEvent.update, updateEvent),
  command(calendarEvent.delete, deleteEvent),
  command(calendarFeed.get, readFeed),
  command(calendarFeed.renew, renewFeed),
  command(calendarFeed.revoke, revokeFeed),
]
