/** Waiting lists of exam sessions. */
import { examWaiting } from '@khapdee/contract/entities/exam-waiting'
import { type Command, command } from '../../kernel/command.ts'
import { acceptSeat, declineSeat, joinWaiting, leaveWaiting, offerSeat } from './change-waiting.ts'
import { listWaiting } from './list-waiting.ts'

export const examWaitingCommands: Command[] = [
  command(examWaiting.gettable, listWaiting),
  command(examWaiting.join, joinWaiting),
  command(examWaiting.offer, offerSeat),
  command(examWaiting.accept, acceptSeat),
  command(examWaiting.decline, declineSeat),
  command(examWaiting.leave, leaveWaiting),
]
