/** Around every component test: a clean document, and patience with a busy computer. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({ asyncUtilTimeout: 10_000 })
afterEach(cleanup)
