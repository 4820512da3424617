import { customer } from '@khapdee/contract/entities/customer'
import { cardFailures, failureAnswer } from '@khapdee/domain/card-failure'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { dltNatIdCard } from '../../test/dltnatid-service.ts'
import { ok } from '../../test/fake-fetch.ts'
import { aCustomer } from '../../test/records.ts'
import { aUser } from '../../test/user.ts'
import { sessionStore } from '../session/session.ts'
import { alerts } from '../shared/alerts.ts'
import { handOverCard, useCardReader } from '../shared/customer/card-reader.ts'
import { cardSettings } from '../shared/customer/card-settings.ts'
import { blankCustomer, type CustomerValues } from '../shared/customer/customer-values.ts'
import type { CustomerMatcher } from '../shared/customer/use-customer.ts'
import { CardInsertions } from './card-insertions.tsx'
import { AlertArea } from './notices.tsx'

const bridge = 'http://127.0.0.1:21997'

/**
 * The program and the server: a stream of insertions, the inserted card, and the customer with its
 * number.
 */
function startFakes(
  readCard: () => object,
  findStored: () => object | null | 'offline' | Promise<null>,
) {
  let push = (_text: string) => {}
  const events = new ReadableStream<Uint8Array>({
    start: (controller) =>
      void (push = (text) => controller.enqueue(new TextEncoder().encode(text))),
  })
  const paths: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url)
    if (url === `${bridge}/events`) return new Response(events)
    if (url === `${bridge}/readCardNoPhoto`) return Response.json(readCard())
    if (url.includes(customer.check.path)) {
      const stored = await findStored()
      if (stored === 'offline') throw new TypeError('Failed to fetch')
      return Response.json(ok(stored, { others: [] }).body)
    }
    return new Promise<never>(() => {})
  })
  const insert = async () => {
    await waitFor(() => expect(paths).toContain(`${bridge}/events`))
    push('data: inserted\n\n')
  }
  return { insert, paths }
}

/** A form that is filled from cards. */
function Form({ onFill }: { onFill: (values: CustomerValues) => void }) {
  const matcher = { check: async () => {} } as unknown as CustomerMatcher
  useCardReader({ kind: 'course', get: () => blankCustomer, set: onFill, matcher })
  return null
}

/** Inserts a card while a form is open. @returns the panel, and the values that the form was filled with */
async function insertCard(stored: object | null | 'offline', card: object = dltNatIdCard) {
  const { insert } = startFakes(
    () => card,
    () => stored,
  )
  const filled: CustomerValues[] = []
  await renderScreen(
    <>
      <AlertArea />
      <CardInsertions />
      <Form onFill={(values) => filled.push(values)} />
    </>,
  )
  await insert()
  return filled
}

const findPanel = async () => within(await screen.findByRole('region', { name: 'บัตรที่เสียบ' }))

const known = { ...aCustomer, is_visible: true }

const ability = [
  { subject: 'application', action: 'create' },
  { subject: 'customer', action: 'view' },
]

beforeEach(() => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  sessionStore.signIn({ accessToken: 'a', refreshToken: 'r', userData: aUser({ ability }) })
  cardSettings.change({ order: ['bridge'], token: 'abc', opensPanel: true })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  cardSettings.change({ token: '', opensPanel: false })
})

describe('the panel of a card that is put in', () => {
  it('opens the page of a stored customer', async () => {
    const filled = await insertCard(known)
    const panel = await findPanel()
    expect(panel.getByText('นางสาวสมหญิง ใจดี')).toBeInstanceOf(HTMLElement)
    expect(panel.getByText('ลูกค้าเดิม')).toBeInstanceOf(HTMLElement)
    await userEvent.click(panel.getByRole('button', { name: 'เปิดข้อมูลผู้สมัคร' }))
    await screen.findByText('/customers/7')
    expect(filled).toEqual([])
  })

  it.each([
    ['a new customer', null, 'ลูกค้าใหม่', 0, 1],
    ['a customer who is known', known, 'ลูกค้าเดิม', 1, 1],
    ['a customer of another branch', { ...aCustomer, is_visible: false }, 'ลูกค้าเดิม', 0, 1],
    ['somebody whose lookup fails', 'offline' as const, /เมื่อเชื่อมต่อระบบได้/, 0, 0],
  ])('fills a registration of %s', async (_, stored, text, pages, chips) => {
    const filled = await insertCard(stored)
    const panel = await findPanel()
    expect(panel.getByText(text)).toBeInstanceOf(HTMLElement)
    expect(panel.queryAllByText(/^ลูกค้า/)).toHaveLength(chips)
    expect(panel.queryAllByRole('button', { name: 'เปิดข้อมูลผู้สมัคร' })).toHaveLength(pages)
    await userEvent.click(panel.getByRole('button', { name: 'ใบสมัครใหม่' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'สมัครเรียน' }))
    await screen.findByText('/registrations/new')
    await waitFor(() => expect(filled).toHaveLength(1))
    expect(filled[0]).toMatchObject({ idcard: '1100000000016', sname: 'ใจดี', street: 'มิตรภาพ' })
  })

  it('closes when another user signs in', async () => {
    await insertCard(null)
    const userData = { ...aUser({ ability }), user_id: 999 }
    await findPanel()
    sessionStore.signIn({ accessToken: 'b', refreshToken: 's', userData })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'บัตรที่เสียบ' })).toBeNull())
  })

  it('fills no form of the user who signs in next', async () => {
    startFakes(
      () => ({}),
      () => null,
    )
    handOverCard(dltNatIdCard, 'course')
    sessionStore.signIn({
      accessToken: 'b',
      refreshToken: 's',
      userData: { ...aUser({ ability }), user_id: 999 },
    })
    const filled: CustomerValues[] = []
    await renderScreen(<Form onFill={(values) => filled.push(values)} />)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(filled).toEqual([])
  })

  it('does not open for a card that cannot be read; the alert with the reason links to the card readers', async () => {
    await insertCard(null, failureAnswer('WRONG_CARD'))
    await screen.findByText(cardFailures.WRONG_CARD.message)
    expect(screen.getByRole('link', { name: 'เครื่องอ่านบัตร' }).getAttribute('href')).toBe(
      '/card-reader',
    )
    expect(screen.queryByRole('region', { name: 'บัตรที่เสียบ' })).toBeNull()
  })

  it('shows the last of two cards when the earlier one is looked up more slowly', async () => {
    const cards = [dltNatIdCard, { ...dltNatIdCard, nat_id: '3409900000014', fname_th: 'สมศรี' }]
    let answerFirst = () => {}
    const first = new Promise<null>((resolve) => (answerFirst = () => resolve(null)))
    const answers = [first, null]
    const { insert, paths } = startFakes(
      () => cards.shift() ?? {},
      () => answers.shift() ?? null,
    )
    await renderScreen(<CardInsertions />)
    await insert()
    await waitFor(() => expect(paths.join()).toContain(customer.check.path))
    await insert()
    const panel = await findPanel()
    expect(panel.getByText('นางสาวสมศรี ใจดี')).toBeInstanceOf(HTMLElement)
    answerFirst()
    await first
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(panel.getByText('นางสาวสมศรี ใจดี')).toBeInstanceOf(HTMLElement)
  })

  it('reports once that the program no longer accepts this browser', async () => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url)
      return url === `${bridge}/events`
        ? Response.json(failureAnswer('NOT_PAIRED'), { status: 401 })
        : new Promise<never>(() => {})
    })
    cardSettings.change({ token: 'void' })
    const warning = vi.spyOn(alerts, 'warning')
    await renderScreen(<CardInsertions />)
    await waitFor(() => expect(warning).toHaveBeenCalledOnce())
    expect(warning.mock.calls[0]?.[0]).toBe(cardFailures.NOT_PAIRED.message)
    cardSettings.change({ order: ['bridge', 'dltnatid'] })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked.filter((url) => url === `${bridge}/events`)).toHaveLength(1)
    expect(warning).toHaveBeenCalledOnce()
  })

  it('opens only in the window that has the focus', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const { paths } = startFakes(
      () => dltNatIdCard,
      () => null,
    )
    await renderScreen(<CardInsertions />)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(paths).not.toContain(`${bridge}/events`)
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(paths).toContain(`${bridge}/events`))
  })
})
