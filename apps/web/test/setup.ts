/** Cleans the document after each component test, and lets queries wait 10 s on a busy computer. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
