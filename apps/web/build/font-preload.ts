/**
 * Preloads the fonts of the first screen together with the page. Loaded after the style sheet, they
 * would shift the layout late.
 */
import type { Plugin } from 'vite'

/** Font files for Thai text, digits and headings. */
const firstFonts = /ibm-plex-sans-thai-(?:thai-400|latin-400|thai-600)-normal.*\.woff2$/

export function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFonts.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: true,
            },
          })),
    },
  }
}
