/** Starts servers in separate process namespaces, like two containers that share a data folder. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  cleanUp,
  clusterOf,
  end,
  isRoot,
  makeFolder,
  start,
  startApplication,
} from '../../test/embedded-fixtures.ts'
import { runOnServer } from '../../test/server-admin.ts'

afterEach(cleanUp)

const [unshare, ...options] = [
  'unshare',
  '--pid',
  '--fork',
  '--mount-proc',
  '--kill-child',
] as const
const canUseNamespaces =
  isRoot && spawnSync(unshare, [...options, 'flock', '--version']).status === 0

it('refuses a database that another container runs, and takes it over when that container is killed', async ({
  skip,
}) => {
  skip(!canUseNamespaces, 'needs root, process namespaces and flock')
  const dataDir = await makeFolder()
  const other = await startApplication([dataDir], { within: [unshare, ...options] })
  const { url = '' } = other.answer
  await runOnServer(url, 'create table test_data as select 1 as one')

  await expect(start(dataDir)).rejects.toThrow('in use by a process that is not visible here')
  expect(existsSync(join(clusterOf(dataDir), 'postmaster.pid'))).toBe(true)
  expect(await runOnServer(url, 'table test_data')).toEqual([{ one: 1 }])

  await end(other.process, 'SIGKILL')
  const next = await start(dataDir)
  expect(await runOnServer(next.url, 'table test_data')).toEqual([{ one: 1 }])
})
