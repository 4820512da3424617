/**
 * The card readers that this browser uses, stored in the browser, because each counter has its own.
 */
import { z } from 'zod'
import '../../api/zod-config.ts'
import { localStore, useStore } from '../../session/store.ts'

/**
 * The sources of a card: the program of the DLT, our program on this computer, and our program
 * through the server.
 */
export const sourceNames = ['dltnatid', 'bridge', 'relay'] as const
export type SourceName = (typeof sourceNames)[number]

export const sourceLabels: Readonly<Record<SourceName, string>> = {
  dltnatid: 'DLTNatID',
  bridge: 'โปรแกรมอ่านบัตรในเครื่องนี้',
  relay: 'โปรแกรมอ่านบัตรผ่านเซิร์ฟเวอร์',
}

const schema = z.object({
  /** The enabled sources, in the order in which they are tried. */
  order: z.array(z.enum(sourceNames)).catch(['dltnatid', 'bridge']),
  /** The token of this browser for our program on this computer; empty before pairing. */
  token: z.string().catch(''),
  /** The chosen reader for the source through the server. */
  card_reader_id: z.number().nullable().catch(null),
  /** Whether a card that is put in opens a panel. */
  opensPanel: z.boolean().catch(false),
})
export type CardSettings = z.output<typeof schema>

const store = localStore<CardSettings>(
  'khapdee.cardReader',
  (stored) => schema.safeParse(stored).data ?? schema.parse({}),
)

export const cardSettings = {
  get: store.get,
  change: (changed: Partial<CardSettings>): void => store.set({ ...store.get(), ...changed }),
}

/**
 * Enables a source. Our program through the server is put first, because a browser that needs it
 * may delay calls to programs on this computer.
 */
export function turnOnSource(name: SourceName): void {
  const { order } = cardSettings.get()
  if (order.includes(name)) return
  cardSettings.change({ order: name === 'relay' ? [name, ...order] : [...order, name] })
}

/** Chooses the reader for the source through the server, and enables that source. */
export function chooseServerReader(card_reader_id: number): void {
  turnOnSource('relay')
  cardSettings.change({ card_reader_id })
}

export const useCardSettings = (): CardSettings => useStore(store)
