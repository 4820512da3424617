import type { BackupStatus } from '@khapdee/contract/entities/backup'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { aUser } from '../../../test/user.ts'
import { sessionStore } from '../../session/session.ts'
import { BackupScreen } from './backup-screen.tsx'

const name = 'khapdee-2026-11-28.zip'
const aStatus = (changed: Partial<BackupStatus> = {}): BackupStatus => ({
  is_configured: true,
  lacks_folder: false,
  keep: 14,
  server: 'school-1',
  backups: [
    { name, size: 12_340_000, createdAt: new Date(Date.now() - 5 * 3_600_000).toISOString() },
  ],
  is_overdue: false,
  is_running: false,
  progress: null,
  has_failed: false,
  ...changed,
})

let status: BackupStatus
const start = () =>
  fakeFetch(({ path }) => {
    if (path.startsWith('backup/list')) return ok(status)
    if (path === 'backup/open') return ok({ file: '/files/backups/t/x.zip' })
    return ok(null, { message: 'เริ่มสำรองข้อมูลแล้ว' })
  })

const signIn = (...actions: string[]) =>
  sessionStore.signIn({
    accessToken: 'a',
    refreshToken: 'r',
    userData: aUser({ ability: actions.map((action) => ({ subject: 'backup', action })) }),
  })

beforeEach(() => {
  status = aStatus()
  signIn('view', 'create', 'download')
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const backUp = () => screen.findByRole('button', { name: 'สำรองข้อมูลเดี๋ยวนี้' })

describe('the screen of the backups', () => {
  it('shows each backup with size and age, and the progress of a new one', async () => {
    const requests = start()
    await renderScreen(<BackupScreen />)
    expect((await screen.findAllByText('12.3 MB')).length).toBeGreaterThan(0)
    expect(screen.getAllByText('5 ชั่วโมง').length).toBeGreaterThan(0)
    status = aStatus({ is_running: true, progress: { done: 20, total: 80 } })
    await userEvent.click(await backUp())
    const bar = await screen.findByRole('progressbar', { name: 'กำลังสำรองข้อมูล' })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    expect((await backUp()).hasAttribute('disabled')).toBe(true)
    status = aStatus({ has_failed: true })
    await screen.findByText(/ไม่สำเร็จ/)
    expect(requests.filter(({ path }) => path === 'backup/start')).toHaveLength(1)
  })

  it('asks for confirmation before a download, which says what the file contains', async () => {
    const requests = start()
    const links: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      links.push(this.getAttribute('href') ?? '')
    })
    await renderScreen(<BackupScreen />)
    const [button] = await screen.findAllByRole('button', { name: /ดาวน์โหลด/ })
    if (button !== undefined) await userEvent.click(button)
    await screen.findByText(/ข้อมูลส่วนตัวของลูกค้าและพนักงานทุกคน/)
    expect(requests.some(({ path }) => path === 'backup/open')).toBe(false)
    const dialog = screen.getByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'ดาวน์โหลด' }))
    await waitFor(() => expect(links).toEqual(['/files/backups/t/x.zip']))
    vi.restoreAllMocks()
  })

  it('offers no actions to users who may only see them', async () => {
    signIn('view')
    start()
    await renderScreen(<BackupScreen />)
    await screen.findAllByText('12.3 MB')
    expect(screen.queryByRole('button', { name: /ดาวน์โหลด|สำรองข้อมูลเดี๋ยวนี้/ })).toBeNull()
  })

  it.each<[string, Partial<BackupStatus>, RegExp]>([
    ['that there is no folder', { is_configured: false, backups: [] }, /BACKUP_DIR/],
    ['that the last one is too old', { is_overdue: true }, /36 ชั่วโมง/],
  ])('shows %s', async (_, changed, text) => {
    status = aStatus(changed)
    start()
    await renderScreen(<BackupScreen />)
    expect(await screen.findByText(text)).toBeInstanceOf(HTMLElement)
  })
})
