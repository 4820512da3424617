/** Calendars as iCalendar text. Source: RFC 5545. */

/** An event of an iCalendar. */
export interface ICalendarEvent {
  /** Unique, and the same each time the calendar is read. */
  uid: string
  summary: string
  description?: string
  location?: string
  /** Instants in ISO 8601, or days `YYYY-MM-DD` for an event of whole days. */
  start: string
  /** The first instant or day that is not part of the event. */
  end: string
  /** When the record was last changed, ISO 8601. */
  changedAt: string
  /** Whether the time counts as busy. */
  isBusy: boolean
  /** Days of the week on which the event is repeated without an end: MO to SU. */
  weekdays?: readonly string[]
}

const maxLineBytes = 75

/** The length of a character in UTF-8. */
function utf8Bytes(char: string): number {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Text as the value of a property: backslashes, separators and line breaks are escaped. */
export const escapeText = (text: string): string =>
  text
    // Control characters other than line breaks and tabs are not allowed.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, (char) => `\\${char}`)
    .replace(/\r\n|\r|\n/g, '\\n')

/** Divides a line into lines of at most 75 bytes without dividing a character; every line but the first begins with a space. */
export function foldLine(line: string): string {
  let folded = ''
  let bytes = 0
  for (const char of line) {
    const size = utf8Bytes(char)
    if (bytes + size > maxLineBytes) {
      folded += '\r\n '
      bytes = 1
    }
    folded += char
    bytes += size
  }
  return folded
}

/** `20261123T020000Z` of an instant in ISO 8601. */
const utc = (instant: string): string =>
  new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, '')

const time = (name: string, value: string): string =>
  value.length === 10 ? `${name};VALUE=DATE:${value.replaceAll('-', '')}` : `${name}:${utc(value)}`

const eventLines = (event: ICalendarEvent): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${utc(event.changedAt)}`,
  `LAST-MODIFIED:${utc(event.changedAt)}`,
  time('DTSTART', event.start),
  time('DTEND', event.end),
  ...(event.weekdays === undefined ? [] : [`RRULE:FREQ=WEEKLY;BYDAY=${event.weekdays.join(',')}`]),
  `SUMMARY:${escapeText(event.summary)}`,
  ...(event.description ? [`DESCRIPTION:${escapeText(event.description)}`] : []),
  ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
  `TRANSP:${event.isBusy ? 'OPAQUE' : 'TRANSPARENT'}`,
  'END:VEVENT',
]

/** A calendar of events, with lines that end in CRLF. @param name shown by the calendar program */
export const iCalendar = (name: string, events: readonly ICalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Khapdee//Calendar//TH',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    'X-WR-TIMEZONE:Asia/Bangkok',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
