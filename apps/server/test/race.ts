/** Concurrent calls, for tests. `RACE_ROUNDS` sets the rounds of each test; `npm run soak` runs 200. */

const rounds = Number(process.env['RACE_ROUNDS'] ?? 20)

/** Time limit of a test of {@link inRounds}, in milliseconds. */
export const raceTimeoutMs = 20_000 + rounds * 1000

/** Runs a round repeatedly. @param round receives its number, counted from 0 */
export async function inRounds(round: (n: number) => Promise<void>): Promise<void> {
  for (let n = 0; n < rounds; n++) await round(n)
}

type RaceAnswer = { status: number; body: { code?: string } }

/** Awaits concurrent calls and returns their outcomes: `ok` or the error code of each. */
export async function race(...calls: readonly Promise<RaceAnswer>[]): Promise<string> {
  const answers = await Promise.all(calls)
  return answers.map(({ status, body }) => (status === 200 ? 'ok' : body.code)).join(' ')
}
