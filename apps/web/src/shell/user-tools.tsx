import { Moon, SlidersHorizontal, Sun } from 'lucide-react'
import { Suspense } from 'react'
import { DialogTrigger, Popover } from 'react-aria-components'
import { IconButton } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { usePreferences } from '../session/preferences.ts'
import { UserMenu } from './user-menu.tsx'

const PreferencesPanel = lazyPart(
  async () => (await import('./preferences-panel.tsx')).PreferencesPanel,
)

/** Skin, preferences and one's own menu. */
export function UserTools() {
  const [{ skin }, change] = usePreferences()
  const isDark = skin === 'dark'
  return (
    <>
      <IconButton
        label={isDark ? 'ใช้สีสว่าง' : 'ใช้สีเข้ม'}
        icon={isDark ? Sun : Moon}
        onPress={() => change({ skin: isDark ? 'light' : 'dark' })}
      />
      <DialogTrigger>
        <IconButton label="ตั้งค่าการแสดงผล" icon={SlidersHorizontal} />
        <Popover
          placement="bottom end"
          offset={4}
          aria-label="ตั้งค่าการแสดงผล"
          className="popover w-80 max-w-[calc(100vw-1rem)] p-4"
        >
          <Suspense fallback={null}>
            <PreferencesPanel />
          </Suspense>
        </Popover>
      </DialogTrigger>
      <UserMenu />
    </>
  )
}
