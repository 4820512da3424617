/** Describes where a restore writes, without credentials. */
import { join } from 'node:path'
import { hostsOf } from '../apps/server/src/db/hosts.ts'
import type { Config } from '../apps/server/src/kernel/config.ts'

/** @param url the connection string of the database */
export function describeTarget(
  url: string,
  { databaseUrl, dataDir, s3 }: Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>,
): string {
  const hosts = hostsOf(url).map((each) => new URL(each))
  const names = hosts.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(', ')
  const name = decodeURIComponent(hosts[0]?.pathname.slice(1) ?? '')
  const database =
    databaseUrl === undefined
      ? `the embedded database in ${dataDir}`
      : `the database ${name} on ${names}`
  const store = s3 === undefined ? join(dataDir, 'files') : `the bucket ${s3.bucket}`
  return `${database}, and the uploads into ${store}.`
}
