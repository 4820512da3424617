/** `npm start`: builds what has changed, then runs the server in this process. */
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

/** Stops when the parent process ends: npm signals only its shell, which does not forward signals. */
function stopWithParent(): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
