/** Exam sessions. */
import { affectedSession } from '@khapdee/contract/entities/affected-session'
import { examDocument } from '@khapdee/contract/entities/exam-document'
import { examSession } from '@khapdee/contract/entities/exam-session'
import { type Command, command } from '../../kernel/command.ts'
import { admitBookings } from './admit-bookings.ts'
import { countAffected, listAffected } from './affected.ts'
import { cancelSession } from './cancel-session.ts'
import { updateSession } from './change-session.ts'
import { createSessions, previewSessions } from './create-sessions.ts'
import { printResults, printRoster } from './print-session.ts'
import {
  getSession,
  listChoices,
  listOwnSessions,
  listSessions,
  listTargets,
  listUnclosed,
  listWorklist,
} from './read-sessions.ts'
import { keepSession, replaceResources } from './replace-resources.ts'

export const examSessionCommands: Command[] = [
  command(examSession.gettable, listSessions),
  command(examSession.mine, listOwnSessions),
  command(examSession.unclosed, listUnclosed),
  command(examSession.get, getSession),
  command(examSession.targets, listTargets),
  command(examSession.worklist, listWorklist),
  command(examSession.admit, admitBookings),
  command(affectedSession.gettable, listAffected),
  command(affectedSession.count, countAffected),
  command(affectedSession.replace, replaceResources),
  command(affectedSession.keep, keepSession),
  command(examSession.choices, listChoices),
  command(examSession.preview, previewSessions),
  command(examSession.create, createSessions),
  command(examSession.update, updateSession),
  command(examSession.cancel, cancelSession),
  command(examDocument.roster, printRoster),
  command(examDocument.results, printResults),
]
