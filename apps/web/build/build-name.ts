/**
 * Adds a meta element with the build id to the page. The id is a hash of the built files, so the same build
 * has the same id on every server.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

export function buildName(): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        // File names contain a hash of their content.
        const files = Object.keys(bundle ?? {}).toSorted()
        const content = createHash('sha256')
          .update([html, ...files].join('\n'))
          .digest('hex')
          .slice(0, 16)
        // Must equal `buildMeta` of the contract, which the build cannot import.
        return [
          { tag: 'meta', injectTo: 'head-prepend', attrs: { name: 'khapdee-build', content } },
        ]
      },
    },
  }
}
