import { expect, it } from 'vitest'
import { fontRules } from './serve-verification.ts'

it('shows the public page of a certificate in the fonts of the web app, each for its letters', () => {
  const link = (file: string) => `<link rel="preload" as="font" href="/assets/${file}" crossorigin>`
  const rules = fontRules(
    link('ibm-plex-sans-thai-latin-400-normal-Cwm-oKd_.woff2') +
      link('ibm-plex-sans-thai-thai-600-normal-DvfsyWAn.woff2') +
      link('other-font.woff2'),
  )
  expect(rules.match(/url\([^)]+\)/g)).toEqual([
    'url(/assets/ibm-plex-sans-thai-latin-400-normal-Cwm-oKd_.woff2)',
    'url(/assets/ibm-plex-sans-thai-thai-600-normal-DvfsyWAn.woff2)',
  ])
  expect(rules).toMatch(/font-weight: 400;[^}]*U\+0000-00FF[^}]*}\s*@font-face/)
  expect(rules).toMatch(/font-weight: 600;[^}]*U\+0E01-0E5B/)
  expect(fontRules('')).toBe('')
})
