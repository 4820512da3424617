/**
 * A program that only starts the embedded database, for tests that kill it or run it as another user:
 * `embedded-child.ts <data folder> [<native folder>]`. Prints a line of JSON when it has started, or the error
 * if it fails; stops on SIGTERM.
 */
import { nativeSource } from '../src/db/embedded-native.ts'
import { startEmbedded } from '../src/db/embedded.ts'

const [dataDir = '', native = nativeSource(process.platform, process.arch)] = process.argv.slice(2)
const quiet = (): void => {}

try {
  const { url, reattached, stop } = await startEmbedded(
    { dataDir, log: quiet, progress: quiet, throwaway: true },
    { native: () => native },
  )
  process.once('SIGTERM', () => void stop())
  console.log(JSON.stringify({ url, reattached }))
} catch (error) {
  console.log(JSON.stringify({ error: String(error) }))
}
