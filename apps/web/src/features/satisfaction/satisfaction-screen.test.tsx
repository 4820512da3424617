import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderScreen } from '../../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../../test/fake-fetch.ts'
import { SatisfactionScreen } from './satisfaction-screen.tsx'

const questionnaire = {
  first_name: 'กานดา',
  branch: 'ขอนแก่น',
  questions: [{ evaluate_id: 4, title: 'สนามสอบ', category: 'ภาพรวม', scale: 'five' }],
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fakeFetch(() => ok(questionnaire))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const codeField = () => screen.findByRole<HTMLInputElement>('textbox')
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000))

it('warns an idle user, and clears the questionnaire and returns to the code field after a minute without touch', async () => {
  await renderScreen(<SatisfactionScreen />)
  fireEvent.change(await codeField(), { target: { value: '12345678' } })
  fireEvent.click(screen.getByRole('button', { name: 'เริ่มประเมิน' }))
  await screen.findByText(/กานดา/)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'ครูใจดี' } })
  await pass(45)
  fireEvent.pointerDown(document.body)
  await pass(45)
  expect(screen.queryByText(/กลับไปหน้าแรก/)).toBeNull()
  expect(screen.getByText(/กานดา/)).toBeTruthy()
  await pass(8)
  expect(screen.getByText(/กลับไปหน้าแรกใน \d วินาที/)).toBeTruthy()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByText(/กลับไปหน้าแรก/)).toBeNull()
  await pass(61)
  expect(screen.queryByText(/กานดา/)).toBeNull()
  expect((await codeField()).value).toBe('')
})

it('clears a partly typed code after a minute without touch', async () => {
  await renderScreen(<SatisfactionScreen />)
  fireEvent.change(await codeField(), { target: { value: '1234' } })
  await pass(61)
  expect((await codeField()).value).toBe('')
})

it('shows the first question without an answer when the questionnaire is sent', async () => {
  const [question] = questionnaire.questions
  const questions = [1, 2, 3].map((id) => ({ ...question, evaluate_id: id, title: `ข้อ ${id}` }))
  fakeFetch(() => ok({ ...questionnaire, questions }))
  await renderScreen(<SatisfactionScreen />)
  fireEvent.change(await codeField(), { target: { value: '12345678' } })
  fireEvent.click(screen.getByRole('button', { name: 'เริ่มประเมิน' }))
  const answers = (name: string) =>
    within(screen.getByRole('radiogroup', { name })).getAllByRole('radio')
  await screen.findByText(/กานดา/)
  fireEvent.click(answers('ข้อ 1')[0]!)
  fireEvent.click(answers('ข้อ 3')[0]!)
  fireEvent.click(screen.getByRole('button', { name: 'ส่งแบบประเมิน' }))
  await screen.findByText('กรุณาตอบอีก 1 ข้อ')
  expect(document.activeElement).toBe(answers('ข้อ 2')[0])
})
