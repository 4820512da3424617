/** `npm start`: builds what has changed, then runs the server in this process. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.ts'
import { main, root } from './run.ts'

await main(async () => {
  await build(console.log)
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href)
})
