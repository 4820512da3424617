/**
 * Display preferences, stored in this browser. Before the first paint, `public/preferences-boot.js` sets
 * the attributes on <html> that `applyToDocument` keeps up to date.
 */
import { z } from 'zod'
import { localStore, useStore } from './store.ts'

const schema = z.object({
  skin: z.enum(['light', 'dark']).catch('light'),
  /** The menu: at the side, or below the top bar. */
  layout: z.enum(['vertical', 'horizontal']).catch('vertical'),
  /** The width of the content: all of the screen, or limited. */
  content: z.enum(['full', 'boxed']).catch('boxed'),
  /** The position of the top bar. */
  navbar: z.enum(['floating', 'sticky', 'static', 'hidden']).catch('floating'),
  /** Whether the layout runs from right to left. */
  rtl: z.boolean().catch(false),
  menuCollapsed: z.boolean().catch(false),
  /** Whether shortcuts of a single key, without Ctrl, are enabled. */
  singleKeys: z.boolean().catch(true),
  /** Whether function keys run actions and are shown on their buttons. */
  functionKeys: z.boolean().catch(true),
  /** Whether documents are printed at once, without a new tab. */
  printsAtOnce: z.boolean().catch(false),
})
export type Preferences = z.output<typeof schema>

/** Converts any stored value to preferences: missing and invalid parts get their default. */
const read = (stored: unknown): Preferences => schema.safeParse(stored).data ?? schema.parse({})

const store = localStore<Preferences>('khapdee.preferences', read)

function applyToDocument({ skin, rtl }: Preferences): void {
  document.documentElement.dataset['skin'] = skin
  document.documentElement.dir = rtl ? 'rtl' : 'ltr'
}
store.subscribe(() => applyToDocument(store.get()))

const change = (changed: Partial<Preferences>): void => store.set({ ...store.get(), ...changed })

/** Media query for screens that fit the full menu beside a list; narrower ones show icons only. */
export const fullMenuQuery = '(width >= 80rem)'

/** The present preferences, outside of components. */
export const readPreferences = (): Preferences => store.get()

/** The preferences, and a function that changes some of them. */
export function usePreferences(): [Preferences, (changed: Partial<Preferences>) => void] {
  return [useStore(store), change]
}
