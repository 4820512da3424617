/**
 * Removes from Lucide's icons what the browser does not need: the keys and alias names, which are random or repeated
 * texts that hardly compress, 3 KB of the first download of a list. React numbers elements without keys.
 */
import type { Plugin } from 'vite'

const icon = /[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?!index\.)[\w-]+\.mjs$/

/**
 * Returns the module of an icon with its drawing and its name only; an alias of another icon is
 * returned unchanged.
 * @throws Error when the module has another form
 */
export function withoutKeys(code: string): string {
  if (/^export \{ default \} from /m.test(code)) return code
  if (!code.includes('const __iconData = {')) throw new Error('lucide has icons in an unknown form')
  return code
    .replace(/,\s*key: "\w+"/g, '')
    .replace(/,\s*aliases: \[[^\]]*\]/, '')
    .replace(/^__iconData\.node;$/m, '')
    .replace(/^\s*size: 24,$/m, '')
}

export function lucideForBrowsers(): Plugin {
  return {
    name: 'lucide-for-browsers',
    apply: 'build',
    transform(code, id) {
      return icon.test(id) ? { code: withoutKeys(code), map: null } : null
    },
  }
}
