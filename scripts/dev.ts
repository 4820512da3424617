/** `npm run dev`: the server, restarted on changes, behind Vite's development server. */
import { join } from 'node:path'
import { exitCode, root, startTool } from './run.ts'

const children = [
  startTool('tsx', ['watch', '--clear-screen=false', 'apps/server/src/main.ts']),
  startTool('vite', [], { cwd: join(root, 'apps/web') }),
]

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => children.forEach((child) => child.kill(signal)))
}

// When one process ends, the other ends too.
process.exitCode = await Promise.race(children.map(exitCode))
children.forEach((child) => child.kill())
