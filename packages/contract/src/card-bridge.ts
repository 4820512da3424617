/**
 * The card reader program of this product, on the computer of a counter: its answers on the
 * loopback address, and the answers of a card reader in general. A card has the field names of the
 * DLTNatID service.
 */
import { z } from 'zod'

/** The port next to that of DLTNatID, which may run on the same computer. */
export const bridgePort = 21_997
export const bridgeUrl = `http://127.0.0.1:${bridgePort}`

/** Paths of the program. All but `info` and `pair` need the token of the browser as a bearer token. */
export const bridgePaths = {
  /** Identifies the program, and reports to paired browsers whether a card is in the reader. */
  info: '/info',
  /** POST `{code}`: exchanges a pairing code for the token of a browser. */
  pair: '/pair',
  /** POST without content: invalidates the token of the browser. */
  unpair: '/unpair',
  read: '/readCardNoPhoto',
  readWithPhoto: '/readCard',
  /** Server-sent events: {@link cardInserted} for each card. */
  events: '/events',
} as const

/** The event that a card was put in. It has no data of the card. */
export const cardInserted = 'inserted'

/** The state of a reader that contains a card; otherwise the state is the code of a failure. */
export const cardPresent = 'PRESENT'

/** Maximum length of an accepted text of a card: a field of the chip has at most 100 characters. */
const maxText = 200
const text = z.string().max(maxText).optional().catch(undefined)

/**
 * A card reader's answer: a card, or the reason why there is none. Unknown and invalid fields are
 * dropped, and so is a photo.
 */
export const cardAnswer = z.object({
  result: z.string().max(maxText),
  version: z.number().optional().catch(undefined),
  ecode: z
    .union([z.number(), z.string().max(maxText)])
    .optional()
    .catch(undefined),
  devices: z.array(z.unknown()).max(16).optional().catch(undefined),
  code: text,
  /** The version of our program, in its answer to a request for its state. */
  program_version: text,
  nat_id: text,
  title_th: text,
  fname_th: text,
  mname_th: text,
  sname_th: text,
  birthdate: text,
  address_no: text,
  address_moo: text,
  address_trok: text,
  address_soi: text,
  address_road: text,
  address_tumbol: text,
  address_amphor: text,
  // DLTNatID spells the name like this.
  address_provinice: text,
  issue_expire: text,
})
export type CardAnswer = z.output<typeof cardAnswer>

export const bridgeInfo = z.object({
  program: z.literal('khapdee-card-bridge'),
  version: z.string(),
  /** {@link cardPresent} or the code of a failure; `NOT_PAIRED` to other browsers. */
  state: z.string(),
})
export type BridgeInfo = z.output<typeof bridgeInfo>

export const pairingAnswer = z.object({ token: z.string() })
