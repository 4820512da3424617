/** `npm run soak`: the money's life against its model and its races, ten times as long as the tests. */
import { main, runTool } from './run.ts'

await main(() =>
  runTool(
    'vitest',
    [
      'run',
      'apps/server/test/money-model.test.ts',
      'apps/server/src/modules/application/money-races.test.ts',
    ],
    { env: { ...process.env, MODEL_RUNS: '10000', RACE_ROUNDS: '200' } },
  ),
)
