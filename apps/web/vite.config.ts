import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildName } from './build/build-name.ts'
import { fontPreload } from './build/font-preload.ts'
import { lucideForBrowsers } from './build/lucide-for-browsers.ts'
import { reactAriaThai } from './build/react-aria-thai.ts'
import { thaiAddresses } from './build/thai-address-plugin.ts'
import { zodForBrowsers } from './build/zod-for-browsers.ts'

const apiServer = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    reactAriaThai(),
    zodForBrowsers(),
    lucideForBrowsers(),
    thaiAddresses(),
    fontPreload(),
    buildName(),
  ],
  build: {
    target: 'baseline-widely-available',
    sourcemap: false,
    // Data URLs would need exceptions in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `npm run bench -- bundle --check` limits the compressed size of each screen instead.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The modules of the first load, in one file.
            { name: 'first', tags: ['$initial'] },
            // Without this group, each icon shared by two screens would be a separate request.
            { name: 'icons', test: /lucide-react/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  // In development, dependencies are bundled beforehand, without the plugins above.
  optimizeDeps: { rolldownOptions: { plugins: [reactAriaThai()] } },
  server: {
    proxy: { '/api': apiServer, '/files': apiServer, '/readyz': apiServer, '/verify': apiServer },
  },
})
