import { spawnSync } from 'node:child_process'

/** Runs Debian's `apt-get` without prompts; returns false if it fails or does not exist. */
export function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return (
    spawnSync('apt-get', ['--quiet', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] })
      .status === 0
  )
}
