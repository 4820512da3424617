import { spawnSync } from 'node:child_process'

/** Runs Debian's `apt-get` without asking anything; false where it fails, or there is none. */
export function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync('apt-get', ['--quiet', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0
  )
}
