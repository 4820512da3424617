import { describe, expect, it } from 'vitest'
import { helpFor } from './help-texts.ts'
import { navigation } from './nav.ts'

describe('the help', () => {
  it('has a text for every screen of the menu, each of its own', () => {
    const paths = navigation.flatMap(({ items }) => items.map(({ path }) => path))
    expect(paths.filter((path) => helpFor(path) === undefined)).toEqual([])
    expect(new Set(paths.map((path) => helpFor(path)?.purpose)).size).toBe(paths.length)
  })

  it('of a form is that of the form, and of a record that of its list', () => {
    expect(helpFor('/registrations/new')?.steps?.[0]).toContain('F2')
    expect(helpFor('/registrations/12')).toBe(helpFor('/registrations'))
    expect(helpFor('/nowhere')).toBeUndefined()
  })
})
