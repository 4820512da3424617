import { course } from '@khapdee/contract/entities/course'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../../test/app-providers.tsx'
import { fakeFetch, ok } from '../../test/fake-fetch.ts'
import { aCourse } from '../../test/records.ts'
import { useAllRows } from './use-all-rows.ts'

function Count() {
  const rows = useAllRows(course.gettable, { sort: 'name' })
  return <p>{rows === undefined ? 'loading' : `${rows.length} rows`}</p>
}

it('reads every page of a list', async () => {
  const total = 250
  const requests = fakeFetch(({ path }) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page'))
    const rows = Array.from({ length: Math.min(100, total - (page - 1) * 100) }, (_, i) => ({
      ...aCourse,
      course_id: (page - 1) * 100 + i + 1,
    }))
    const meta = { page, perPage: 100, total, totalPages: 3 }
    return ok(rows, { meta, filter: {} })
  })
  await renderScreen(<Count />)
  expect(await screen.findByText('250 rows')).toBeTruthy()
  expect(requests).toHaveLength(3)
  for (const { path } of requests) expect(path).toContain('sort=name')
})
