import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { HeldFormsDialog } from './held-forms-dialog.tsx'

const held = {
  held_form_id: 5,
  type: 'course' as const,
  branch_id: 1,
  name: 'สมศรี ใจดี',
  is_unanswered: false,
  is_left: false,
  createdAt: '2026-11-21T03:00:00Z',
}
const show = (...forms: (typeof held)[]) =>
  render(
    <HeldFormsDialog
      forms={forms}
      pending={false}
      onRecall={() => {}}
      onDelete={() => {}}
      onClose={() => {}}
    />,
  )

it('tells which forms were put aside automatically, and how many of them are kept', () => {
  show(held, { ...held, held_form_id: 6, name: 'สมชาย', is_left: true })
  expect(screen.getAllByText('พักไว้อัตโนมัติ')).toHaveLength(1)
  expect(screen.getByText(/เก็บไว้ 20 รายการล่าสุด/)).toBeTruthy()
})

it('does not mention automatic forms when there are none', () => {
  show(held)
  expect(screen.queryByText(/พักไว้อัตโนมัติ/)).toBeNull()
})
