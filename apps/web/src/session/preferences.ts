/**
 * How a person wants the screen to look, kept on this computer. `public/preferences-boot.js` puts
 * the same attributes on <html> before the first paint.
 */
import { z } from 'zod'
import { localStore, useStore } from './store.ts'

const schema = z.object({
  skin: z.enum(['light', 'dark']).catch('light'),
  layout: z.enum(['vertical', 'horizontal']).catch('vertical'),
  content: z.enum(['full', 'boxed']).catch('boxed'),
  navbar: z.enum(['floating', 'sticky', 'static', 'hidden']).catch('floating'),
  rtl: z.boolean().catch(false),
  menuCollapsed: z.boolean().catch(false),
  /** Whether shortcuts of a single key work. */
  singleKeys: z.boolean().catch(true),
})
export type Preferences = z.output<typeof schema>

/** Whatever stands in the storage, of another version or another hand, makes whole preferences. */
const read = (stored: unknown): Preferences => schema.safeParse(stored).data ?? schema.parse({})

const store = localStore<Preferences>('khapdee.preferences', read)

function apply({ skin, rtl }: Preferences): void {
  document.documentElement.dataset['skin'] = skin
  document.documentElement.dir = rtl ? 'rtl' : 'ltr'
}
store.subscribe(() => apply(store.get()))

const change = (changed: Partial<Preferences>): void => store.set({ ...store.get(), ...changed })

/** A screen that is wide enough for the whole menu beside its lists; a narrower one shows icons. */
export const roomForMenu = '(width >= 80rem)'

/** The preferences, and how to change some of them. */
export function usePreferences(): [Preferences, (changed: Partial<Preferences>) => void] {
  return [useStore(store), change]
}
