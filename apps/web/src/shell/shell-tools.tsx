import { entities } from '@khapdee/domain/entities'
import { personName } from '@khapdee/domain/person-name'
import { actionWords, headings, productName } from '@khapdee/domain/words'
import { Link } from '@tanstack/react-router'
import {
  Bell,
  CircleQuestionMark,
  IdCard,
  LogOut,
  Moon,
  Search,
  SlidersHorizontal,
  Sun,
  UserRound,
} from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { Button, DialogTrigger, MenuTrigger, Popover } from 'react-aria-components'
import { usePreferences } from '../session/preferences.ts'
import { useCurrentBranch, useSession } from '../session/session.ts'
import { paths } from '../shared/paths.ts'
import { shortcuts } from '../shared/shortcuts.ts'
import { Avatar, Keys } from '../ui/values.tsx'
import { IconButton } from '../ui/button.tsx'
import { SelectField } from '../ui/fields/select-field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ActionMenu } from '../ui/menu.tsx'
import { shellDialog } from './shell-store.ts'

const PreferencesPanel = lazyPart(async () => (await import('./dialogs.tsx')).PreferencesPanel)

const openPastAlerts = () => shellDialog.open('past-alerts')
const openHelp = () => shellDialog.open('help')

/** The buttons of the top bar for help, past alerts, dark mode, preferences and the user menu. */
export function UserTools() {
  const [{ skin }, change] = usePreferences()
  const isDark = skin === 'dark'
  return (
    <>
      {/* A phone has room for the branch instead; its user menu and display settings have these choices, too. */}
      <span className="flex gap-1 max-sm:hidden">
        <IconButton label={headings.help} icon={CircleQuestionMark} onPress={openHelp} />
        <IconButton label={headings.pastAlerts} icon={Bell} onPress={openPastAlerts} />
        <IconButton
          label={isDark ? 'ใช้สีสว่าง' : 'ใช้สีเข้ม'}
          icon={isDark ? Sun : Moon}
          onPress={() => change({ skin: isDark ? 'light' : 'dark' })}
        />
      </span>
      <DialogTrigger>
        <IconButton label={headings.displaySettings} icon={SlidersHorizontal} />
        <Popover
          placement="bottom end"
          offset={4}
          aria-label={headings.displaySettings}
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

const SignOutDialog = lazyPart(async () => (await import('./dialogs.tsx')).SignOutDialog)

/** The menu of the signed-in user: profile, card reader, help, sign-out. */
function UserMenu() {
  const { user } = useSession()
  const [isSigningOut, setSigningOut] = useState(false)
  if (user === null) return null
  const actions = [
    { id: 'profile', label: headings.personalData, icon: UserRound, href: paths.profile },
    { id: 'card-reader', label: headings.cardReader, icon: IdCard, href: paths.cardReader },
    { id: 'past-alerts', label: headings.pastAlerts, icon: Bell, onAction: openPastAlerts },
    { id: 'help', label: headings.help, icon: CircleQuestionMark, onAction: openHelp },
    { id: 'logout', label: actionWords.signOut, icon: LogOut, onAction: () => setSigningOut(true) },
  ]
  return (
    <>
      <MenuTrigger>
        <Button className="flex size-10 items-center justify-center rounded-full coarse:size-11">
          <Avatar
            fname={user.fname}
            sname={user.sname}
            fallback={user.username.slice(0, 2)}
            src={user.photo}
          />
          <span className="sr-only">ผู้ใช้งาน {personName(user)}</span>
        </Button>
        <Popover placement="bottom end" offset={6} className="popover p-1">
          <div className="border-b border-line px-2.5 pt-1.5 pb-2">
            <p className="font-medium">{personName(user)}</p>
            <p className="text-xs text-muted">{user.role.name}</p>
          </div>
          <ActionMenu label={headings.user} actions={actions} />
        </Popover>
      </MenuTrigger>
      {isSigningOut && (
        <Suspense fallback={null}>
          <SignOutDialog onClose={() => setSigningOut(false)} />
        </Suspense>
      )}
    </>
  )
}

/** The choice of all branches, which names the control on screens without room for its label. */
export const allBranchesName = `${entities.branch.label}${headings.all}`

/** The product's logo and name, linked to the first screen. */
export function Brand({ logoOnly = false }: { logoOnly?: boolean }) {
  return (
    <Link to={paths.home} className="flex h-12 items-center gap-2 rounded-md px-1.5 font-semibold">
      <img src="/icon.svg" alt="" width={26} height={26} />
      <span className={logoOnly ? 'sr-only' : 'text-base'}>{productName}</span>
    </Link>
  )
}

/** The select for the current branch, which every screen obeys; plain text if the user has a single branch. */
export function BranchSwitch() {
  const { branches } = useSession()
  const { value, options, choose } = useCurrentBranch()
  const items = useMemo(
    () =>
      options.map(({ value, name }) => ({
        value: String(value),
        name: value === 'all' ? allBranchesName : name,
      })),
    [options],
  )
  if (items.length === 0)
    return <p className="truncate px-2 text-end text-muted">{branches[0]?.name}</p>
  return (
    <SelectField
      label={entities.branch.label}
      hideLabel
      items={items}
      value={value}
      onChange={choose}
    />
  )
}

const { label, keys } = shortcuts.palette
const openPalette = () => shellDialog.open('palette')

/** The button of the command palette: looks like a search field on wide screens, else an icon. */
export function CommandPaletteButton({ iconOnly = false }: { iconOnly?: boolean }) {
  if (iconOnly) return <IconButton label={label} icon={Search} onPress={openPalette} />
  return (
    <>
      <div className="md:hidden">
        <IconButton label={label} icon={Search} onPress={openPalette} />
      </div>
      <Button
        aria-keyshortcuts="Control+K Meta+K"
        onPress={openPalette}
        className="control hidden w-60 cursor-pointer lg:w-96 gap-2 border-line text-muted hover:border-line-strong md:flex"
      >
        <Search size={16} aria-hidden className="shrink-0" />
        <span className="min-w-0 flex-1 truncate text-start">{label}</span>
        <Keys keys={keys} />
      </Button>
    </>
  )
}
