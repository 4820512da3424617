/** Asks for the first fonts with the page instead of after the style sheet: no late re-layout. */
import type { Plugin } from 'vite'

/** What the first screen surely shows: running Thai text, its digits, and headings. */
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
