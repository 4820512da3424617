/** Interleaves the stories of the demo year, each written as one function, so that all events run in chronological order. */

/** A sequence of events: each yielded time is the time of the statements that follow it. */
export type Story = AsyncGenerator<Date, void>

interface Waiting {
  story: Story
  at: number
  /** Position of the story, which orders events of the same time. */
  position: number
}

const isBefore = (a: Waiting, b: Waiting) =>
  a.at < b.at || (a.at === b.at && a.position < b.position)

/** Inserts an entry into a list that is sorted with the earliest event last. */
function insert(list: Waiting[], entry: Waiting): void {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = list[middle]
    if (other !== undefined && isBefore(entry, other)) low = middle + 1
    else high = middle
  }
  list.splice(low, 0, entry)
}

/**
 * Runs stories side by side, one event after the other. Events of the same time happen in the order of the stories,
 * and those after `end` never.
 * @throws what an event throws
 */
export async function runStories(stories: readonly Story[], end: Date): Promise<void> {
  const waiting: Waiting[] = []
  const proceed = async (story: Story, position: number) => {
    const next = await story.next()
    if (next.done !== true) insert(waiting, { story, at: next.value.getTime(), position })
  }
  for (const [position, story] of stories.entries()) await proceed(story, position)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.at > end.getTime()) return
    await proceed(next.story, next.position)
  }
}
