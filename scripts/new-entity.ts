/** `npm run new:entity -- vendor --label ร้านค้า`: writes the files of a new CRUD entity. */
import { parseArgs } from 'node:util'
import { entityNames } from './new-entity/names.ts'
import { writeEntity } from './new-entity/write-entity.ts'
import { main, root, runTool } from './run.ts'

const usage =
  'npm run new:entity -- fuel-card --label บัตรน้ำมัน [--plural fuel-cards] [--icon CreditCard]'

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      label: { type: 'string' },
      plural: { type: 'string' },
      icon: { type: 'string', default: 'Shapes' },
    },
  })
  const [name] = positionals
  if (name === undefined || values.label === undefined) throw new Error(`Usage: ${usage}`)
  const names = entityNames(name, values.label, values.plural)
  const { created, changed } = writeEntity(root, names, values.icon)
  const code = await runTool(
    'oxfmt',
    [...created, ...changed].filter((file) => !file.endsWith('.sql')),
  )
  console.log(['New:', ...created].join('\n  '))
  console.log(['Changed:', ...changed].join('\n  '))
  console.log('Next: its own fields (CONTRIBUTING, "Adding a field"), demo rows and glossary line.')
  return code
})
