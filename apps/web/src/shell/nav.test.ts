import { permissionCatalogue } from '@khapdee/domain/permissions'
import { describe, expect, it } from 'vitest'
import { navigation, visibleNavigation } from './nav.ts'

const items = navigation.flatMap((group) => group.items)

describe('the menu', () => {
  it('has an entry for every resource with a view permission, and no duplicate path', () => {
    const viewed = Object.entries(permissionCatalogue)
      .filter(([, actions]) => (actions as readonly string[]).includes('view'))
      .map(([resource]) => resource)
    expect(new Set(items.map((item) => item.resource))).toEqual(new Set(viewed))
    expect(new Set(items.map((item) => item.path)).size).toBe(items.length)
  })

  it('requires the create permission of the same resource for its create action, or that for exam sessions', () => {
    const creating = items.filter(({ create }) => create !== undefined)
    expect(creating.map(({ create }) => create?.permission)).toEqual(
      creating.map(({ resource }) => (resource === 'exam' ? 'exam.session' : `${resource}.create`)),
    )
  })

  it('shows the entries that the user may view and no empty group', () => {
    const visible = visibleNavigation((permission) => permission === 'course.view')
    expect(visible.map(({ items }) => items.map(({ path }) => path))).toEqual([
      ['/dashboard'],
      ['/my-payslips'],
      ['/exam-calendar'],
      ['/courses'],
    ])
  })

  it('shows an entry with anyOf to users with one of its permissions', () => {
    const paths = (permission: string) =>
      visibleNavigation((checked) => checked === permission).flatMap(({ items }) =>
        items.map(({ path }) => path),
      )
    const everybody = ['/my-payslips', '/exam-calendar']
    const first = '/dashboard'
    expect(paths('application.pay')).toEqual([first, '/pay-balance', '/approvals', ...everybody])
    expect(paths('application.approve')).toEqual([first, '/approvals', ...everybody])
    expect(paths('payment.view')).toEqual([first, '/payments', ...everybody])
  })
})
