/** The spellings of the name of a new entity in code, database and documentation. */

export interface EntityNames {
  /** Name of folders and files: `fuel-card`. */
  file: string
  /** Table, and key of the descriptor: `fuel_card`. */
  table: string
  /** Column and wire name of the id. */
  id: string
  /** Variable of the contract: `fuelCard`. */
  variable: string
  /** Type and component: `FuelCard`. */
  type: string
  /** Variable of the screens: `fuelCards`. */
  plural: string
  /** Path in the web app: `/fuel-cards`. */
  path: string
  /** Thai label of one record. */
  label: string
  /** English words for comments: `fuel card`. */
  words: string
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * Derives all spellings from the name.
 * @param name singular, in lower-case words joined by hyphens: `fuel-card`
 * @param label Thai name of one record
 * @param plural plural of the name: `fuel-cards`
 * @throws when a name has another form or the label is not Thai
 */
export function entityNames(name: string, label: string, plural = `${name}s`): EntityNames {
  const pattern = /^[a-z]+(-[a-z]+)*$/
  for (const given of [name, plural]) {
    if (!pattern.test(given))
      throw new Error(`"${given}" is not lower-case words joined by hyphens`)
  }
  if (!/^[ก-๙][ก-๙ –]*$/.test(label)) throw new Error('--label takes the Thai name of one record')
  const camel = (words: string) =>
    words.replaceAll(/-(\w)/g, (_, letter: string) => capital(letter))
  const table = name.replaceAll('-', '_')
  return {
    file: name,
    table,
    id: `${table}_id`,
    variable: camel(name),
    type: capital(camel(name)),
    plural: camel(plural),
    path: `/${plural}`,
    label,
    words: name.replaceAll('-', ' '),
  }
}
