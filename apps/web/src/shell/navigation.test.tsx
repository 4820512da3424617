import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderShell } from '../../test/shell-providers.tsx'
import { aUser } from '../../test/user.ts'
import { sessionStore } from '../session/session.ts'
import { NavGroups, NavList } from './navigation.tsx'

const view = (subject: string) => ({ subject, action: 'view' })

function signIn(...subjects: string[]) {
  const userData = aUser({ ability: subjects.map(view) })
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData })
}

beforeEach(() => {
  localStorage.clear()
  // Makes the stores read the cleared storage.
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  signIn('application', 'course', 'promotion')
})

const group = (name: string) => screen.getByRole('button', { name })

describe('NavList', () => {
  it('marks the entry of the current screen, even on a record below it', async () => {
    await renderShell(<NavList />, '/courses/3')
    expect(screen.getByRole('link', { name: 'หลักสูตร' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'ส่วนลด' }).getAttribute('aria-current')).toBeNull()
    expect(screen.queryByRole('link', { name: 'สาขา' })).toBeNull()
  })

  it('collapses the master data at first, stores a collapsed group, and expands it when one of its screens is opened', async () => {
    const user = userEvent.setup()
    const router = await renderShell(<NavList />, '/registrations')
    expect(group('เมนูข้อมูลหลัก').getAttribute('aria-expanded')).toBe('false')
    await user.click(group('เมนูข้อมูลหลัก'))
    expect(localStorage.getItem('khapdee.foldedGroups')).toBe('[]')
    await user.click(group('เมนูข้อมูลหลัก'))
    expect(localStorage.getItem('khapdee.foldedGroups')).toBe('["ข้อมูลหลัก"]')

    router.history.push('/courses/3')
    await waitFor(() => expect(group('เมนูข้อมูลหลัก').getAttribute('aria-expanded')).toBe('true'))
    await user.click(group('เมนูข้อมูลหลัก'))
    expect(group('เมนูข้อมูลหลัก').getAttribute('aria-expanded')).toBe('false')
  })

  it('gives a group another name than its link with the same text', async () => {
    signIn('exam')
    await renderShell(<NavList />, '/exams')
    expect(screen.getAllByText('การสอบ')).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'การสอบ' })).toBeTruthy()
    expect(group('เมนูการสอบ').getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('region', { name: 'เมนูการสอบ' })).toBeTruthy()
  })
})

describe('NavGroups', () => {
  it('opens a group as a menu by keyboard and returns the focus on Escape', async () => {
    const user = userEvent.setup()
    await renderShell(<NavGroups variant="bar" />, '/courses')
    const button = group('ข้อมูลหลัก')
    expect(button.getAttribute('aria-current')).toBe('true')
    button.focus()
    await user.keyboard('{ArrowDown}')
    const menu = within(screen.getByRole('menu', { name: 'ข้อมูลหลัก' }))
    const entries = menu.getAllByRole('menuitem')
    expect(entries.map(({ textContent }) => textContent)).toEqual(['หลักสูตร', 'ส่วนลด'])
    expect(entries[0]?.getAttribute('aria-current')).toBe('page')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(group('ข้อมูลหลัก')))
  })

  it('navigates to the chosen entry', async () => {
    const user = userEvent.setup()
    const router = await renderShell(<NavGroups variant="rail" />, '/courses')
    await user.click(group('ข้อมูลหลัก'))
    await user.click(screen.getByRole('menuitem', { name: 'ส่วนลด' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/promotions'))
  })

  it('shows a group with a single entry as a link', async () => {
    signIn('course')
    await renderShell(<NavGroups variant="rail" />, '/courses')
    expect(screen.getByRole('link', { name: 'หลักสูตร' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'ข้อมูลหลัก' })).toBeNull()
  })
})
