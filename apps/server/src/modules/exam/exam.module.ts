/** Exam rights. */
import { examRight } from '@khapdee/contract/entities/exam-right'
import { type Command, command } from '../../kernel/command.ts'
import { disableRight, enableRight, extendRight } from './change-right.ts'
import { listRights } from './list-rights.ts'

export const examCommands: Command[] = [
  command(examRight.gettable, listRights),
  command(examRight.extend, extendRight),
  command(examRight.disable, disableRight),
  command(examRight.enable, enableRight),
]
