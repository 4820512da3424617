import { expect, it } from 'vitest'
import { type Story, runStories } from './stories.ts'

const at = (time: number) => new Date(time)

/** A story that writes its name and the time of each event. */
async function* story(name: string, times: readonly number[], log: string[]): Story {
  for (const time of times) {
    yield at(time)
    log.push(`${name}${time}`)
  }
}

it('runs the events of all stories in the order of their times, equal ones in the order of the stories', async () => {
  const log: string[] = []
  const stories = [
    story('a', [3, 5, 9], log),
    story('b', [], log),
    story('c', [1, 5, 6], log),
    story('d', [5, 5], log),
  ]
  await runStories(stories, at(100))
  expect(log).toEqual(['c1', 'a3', 'a5', 'c5', 'd5', 'd5', 'c6', 'a9'])
})

it('runs the event at the end and none after it', async () => {
  const log: string[] = []
  await runStories([story('a', [1, 4], log), story('b', [2, 3], log)], at(3))
  expect(log).toEqual(['a1', 'b2', 'b3'])
})

it('fails with the error of an event, and runs no further ones', async () => {
  const log: string[] = []
  async function* failing(): Story {
    yield at(2)
    throw new Error('broken')
  }
  await expect(runStories([story('a', [1, 3], log), failing()], at(9))).rejects.toThrow('broken')
  expect(log).toEqual(['a1'])
})
