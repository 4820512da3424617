/** The names of a new entity in each place where it stands. */

export interface EntityNames {
  /** Folder and file: `fuel-card`. */
  file: string
  /** Table, and the entity's name in the descriptor: `fuel_card`. */
  table: string
  /** Column and wire name of the id. */
  id: string
  /** Variable of the contract: `fuelCard`. */
  variable: string
  /** Type and component: `FuelCard`. */
  type: string
  /** Variable of the screens: `fuelCards`. */
  plural: string
  /** Address in the browser: `/fuel-cards`. */
  path: string
  /** Thai label of one record. */
  label: string
  /** What a comment calls it: `fuel card`. */
  words: string
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * @param name singular, in lower-case words joined by hyphens: `fuel-card`
 * @param plural the same in the plural: `fuel-cards`
 * @throws when the name is written otherwise or the label is not Thai
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
