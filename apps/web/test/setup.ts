/** Cleans the document after each component test, and lets `findBy…` and `waitFor` wait 10 s, for a busy computer. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
