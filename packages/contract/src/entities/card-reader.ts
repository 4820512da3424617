/**
 * Card reader programs of counters that connect to the server. The server requests a card from them
 * on behalf of a clerk of the same branch. A card passes through and is stored nowhere.
 */
import { z } from 'zod'
import { cardAnswer } from '../card-bridge.ts'
import { endpoint } from '../endpoint.ts'
import { createdAt, dataOf, id, instant, reference, text } from '../wire.ts'

const readerKey = z.strictObject({ card_reader_id: id })

const readerRow = z.object({
  card_reader_id: id,
  branch_id: reference('branch'),
  name: z.string(),
  createdAt,
  /** When a program stopped because another computer connected with its key, in the last week; null otherwise. */
  replaced_at: instant.nullable(),
})

/** Users who fill in forms from cards. */
const mayRead = ['application.create', 'exam.view'] as const

export const cardReader = {
  list: endpoint({
    method: 'GET',
    path: 'card-reader/list',
    access: [...mayRead, 'place.update'],
    summary: 'The card readers of the branches of the user that connect to the server',
    input: z.strictObject({}),
    output: dataOf(z.array(readerRow)),
  }),
  create: endpoint({
    method: 'POST',
    path: 'card-reader/connect',
    access: 'place.update',
    summary: 'Create the key with which a card reader program of a branch connects to the server',
    input: z.strictObject({
      branch_id: reference('branch'),
      name: text('ชื่อเครื่องอ่านบัตร', 60).min(1, { error: 'กรุณากรอกชื่อเครื่องอ่านบัตร' }),
    }),
    output: dataOf(
      z.object({
        card_reader_id: id,
        /** It is not stored and is returned only once. */
        key: z.string(),
      }),
    ),
  }),
  revoke: endpoint({
    method: 'POST',
    path: 'card-reader/revoke',
    access: 'place.update',
    summary: 'Revoke the key of a card reader program',
    input: readerKey,
    output: dataOf(z.null()),
  }),
  ask: endpoint({
    method: 'POST',
    path: 'card-reader/ask',
    access: mayRead,
    reads: true,
    summary:
      'Request the card from a card reader program, or whether one is inserted; null if the program is not connected',
    input: readerKey.extend({ kind: z.enum(['read', 'state']) }),
    output: dataOf(cardAnswer.nullable()),
  }),
}
