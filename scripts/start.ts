/** `npm start`: builds what has changed, then is the server. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.ts'
import { main, root } from './run.ts'

await main(async () => {
  await build(console.log)
  process.setSourceMapsEnabled(true)
  if (process.env['npm_lifecycle_event']) stopWithParent()
  await import(pathToFileURL(join(root, 'apps/server/dist/main.js')).href)
})

/** npm hands its signals to a shell that dies of them without telling the program it runs. */
function stopWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
