/** Templates of a CRUD entity with name, branch, details and status. */
import type { EntityNames } from './names.ts'
import { type InsertionPoint, beforeMatch, inAlphabeticalOrder } from './insertion-point.ts'

const descriptor = ({ table, id, label, file, path }: EntityNames) => `  ${table}: {
    table: '${table}',
    id: '${id}',
    name: ['name'],
    label: '${label}',
    scope: 'shared',
    permission: { resource: '${table}', actions: crudActions, group: 'master' },
    apiPath: '${file}',
    path: '${path}',
  },
`

const contract = ({ table, variable, label, words }: EntityNames) => `/** The ${words} records. */
import { entities } from '@khapdee/domain/entities'
import { crud } from '../crud.ts'
import { active, branchOrAll, detail, requiredText } from '../wire.ts'

export const ${variable} = crud({
  entity: entities.${table},
  fields: {
    name: requiredText('ชื่อ${label}'),
    branch_id: branchOrAll,
    detail,
    is_activate: active,
  },
})
`

const migration = ({
  table,
  id,
  words,
}: EntityNames) => `-- The ${words} records. A null branch means every branch.

create table ${table} (
  ${id} integer generated always as identity primary key,
  branch_id integer references branch,
  name text not null,
  detail text not null default '',
  is_activate boolean not null default true,
  is_delete boolean not null default false,
  "createdAt" timestamptz not null default now(),
  "updatedAt" timestamptz not null default now(),
  version integer not null default 1
);

-- Existing roles get the permissions that the default roles have in a new database.
insert into role_permission (role_id, permission)
select role_id, '${table}.' || unnest(string_to_array(actions, ' '))
from role join (values
  ('admin', 'view create update delete'),
  ('owner', 'view'),
  ('manager', 'view create update delete')
) granted (key, actions) using (key) on conflict do nothing;
`

const databaseType = ({ type, id }: EntityNames) => {
  const columns: Record<string, string> = {
    branch_id: 'number | null',
    createdAt: 'Generated<string>',
    detail: 'Generated<string>',
    is_activate: 'Generated<boolean>',
    is_delete: 'Generated<boolean>',
    name: 'string',
    updatedAt: 'Generated<string>',
    version: 'Generated<number>',
    [id]: 'Generated<number>',
  }
  const lines = Object.keys(columns)
    .toSorted()
    .map((name) => `  ${name}: ${columns[name]};`)
  return `export interface ${type} {\n${lines.join('\n')}\n}\n\n`
}

const serverModule = ({ file, variable, words }: EntityNames) => `/** The ${words} records. */
import { ${variable} } from '@khapdee/contract/entities/${file}'
import type { Command } from '../../kernel/command.ts'
import { crudCommands } from '../../kernel/crud.ts'

export const ${variable}Commands: Command[] = crudCommands({ api: ${variable} })
`

const resource = ({
  file,
  variable,
  plural,
  type,
  words,
}: EntityNames) => `/** List and form of the ${words} records. */
import { ${variable} } from '@khapdee/contract/entities/${file}'
import { defineResource } from '../../crud/resource.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

export const ${plural} = defineResource({
  api: ${variable},
  Fields: lazyPart(async () => (await import('./${file}-fields.tsx')).${type}Fields),
})
`

const fields = ({
  file,
  variable,
  type,
  label,
  words,
}: EntityNames) => `import type { ${variable} } from '@khapdee/contract/entities/${file}'
import { useBranchChoices } from '../../crud/choices.ts'
import type { ValuesOf } from '../../crud/resource.ts'
import { Card } from '../../ui/page.tsx'
import { fieldsOf } from '../../ui/form/form-fields.tsx'

type Values = ValuesOf<typeof ${variable}>

const { FormSelect, FormSwitch, FormText, FormTextArea } = fieldsOf<Values>()

/** The form of one ${words}. */
export function ${type}Fields() {
  const branches = useBranchChoices()
  return (
    <Card title="ข้อมูล${label}">
      <div className="form-grid">
        <FormText name="name" autoFocus className="md:col-span-8" />
        <FormSelect name="branch_id" items={branches} className="md:col-span-4" />
        <FormTextArea name="detail" />
        <FormSwitch name="is_activate" />
      </div>
    </Card>
  )
}
`

export interface NewFile {
  path: string
  text: string
}

/**
 * The files that the generator creates.
 * @param number number of the migration: `0018`
 */
export const newFiles = (names: EntityNames, number: string): NewFile[] => [
  { path: `packages/contract/src/entities/${names.file}.ts`, text: contract(names) },
  {
    path: `apps/server/src/db/migrations/${number}_${names.table}.compatible.sql`,
    text: migration(names),
  },
  {
    path: `apps/server/src/modules/${names.file}/${names.file}.module.ts`,
    text: serverModule(names),
  },
  { path: `apps/web/src/features/${names.file}/resource.tsx`, text: resource(names) },
  { path: `apps/web/src/features/${names.file}/${names.file}-fields.tsx`, text: fields(names) },
]

/** A text to insert into an existing file. */
export interface Insertion {
  path: string
  text: string
  point: InsertionPoint
}

/**
 * The texts that the generator inserts into existing files.
 * @param icon name of an icon of lucide-react, for the menu
 */
export function insertions(names: EntityNames, icon: string): Insertion[] {
  const { table, file, variable, type, plural, label, words } = names
  const inFile = (path: string, ...places: [point: InsertionPoint, text: string][]): Insertion[] =>
    places.map(([point, text]) => ({ path, point, text }))
  return [
    ...inFile('packages/domain/src/entities.ts', [
      beforeMatch(/^\} as const satisfies Record<string, Entity>$/m),
      descriptor(names),
    ]),
    ...inFile(
      'packages/contract/src/api.ts',
      [
        beforeMatch(/^\nconst groups = \{$/m),
        `import { ${variable} } from './entities/${file}.ts'\n`,
      ],
      [beforeMatch(/(?<=^const groups = \{\n[^}]*)^\}$/m), `  ${variable},\n`],
    ),
    ...inFile(
      'apps/server/src/modules/index.ts',
      [
        beforeMatch(/^\nexport const commands/m),
        `import { ${variable}Commands } from './${file}/${file}.module.ts'\n`,
      ],
      [beforeMatch(/^\]$/m), `  ...${variable}Commands,\n`],
    ),
    ...inFile(
      'apps/server/src/db/types.ts',
      [
        inAlphabeticalOrder(/^export interface (\w+) \{$/gm, type, /^export interface DB \{$/m),
        databaseType(names),
      ],
      [
        inAlphabeticalOrder(
          /(?<=^export interface DB \{[^}]*)^ {2}(\w+): \w+;$/gm,
          table,
          /^\}\n*(?![^])/m,
        ),
        `  ${table}: ${type};\n`,
      ],
    ),
    ...inFile('apps/server/src/seed/demo-lists.ts', [
      beforeMatch(/(?<=^export const demoRows(?:(?!^\}$)[^])*)^\}$/m),
      `  ${table}: [{ name: '${label}ตัวอย่าง' }],\n`,
    ]),
    ...inFile('apps/web/src/shell/routes.tsx', [
      beforeMatch(/^ {4}\.\.\.resourceRoutes\('role'/m),
      `    ...resourceRoutes('${table}', () => import('../features/${file}/resource.tsx'), '${plural}'),\n`,
    ]),
    ...inFile(
      'apps/web/src/shell/nav.ts',
      [beforeMatch(/^\} from 'lucide-react'$/m), `  ${icon},\n`],
      [
        beforeMatch(/(?<=label: headings\.masterData[^\]]*)^ {4}\],$/m),
        `      listItem(entities.${table}, ${icon}),\n`,
      ],
    ),
    ...inFile('docs/glossary.md', [
      beforeMatch(/(?<=^\|.*\n)(?!\|)/m),
      `| ${label} | \`${table}\` | a ${words} |\n`,
    ]),
  ]
}
