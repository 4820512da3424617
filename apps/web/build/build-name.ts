/** Names the build in the page; servers that serve the same files say the same name. */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

export function buildName(): Plugin {
  return {
    name: 'build-name',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        // The names of the files are made from what is in them.
        const files = Object.keys(bundle ?? {}).toSorted()
        const content = createHash('sha256')
          .update([html, ...files].join('\n'))
          .digest('hex')
          .slice(0, 16)
        // As `buildMeta` of the contract, which this program of the build cannot load.
        return [
          { tag: 'meta', injectTo: 'head-prepend', attrs: { name: 'khapdee-build', content } },
        ]
      },
    },
  }
}
