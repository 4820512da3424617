import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildName } from './build/build-name.ts'
import { fontPreload } from './build/font-preload.ts'
import { reactAriaThai } from './build/react-aria-thai.ts'
import { thaiAddresses } from './build/thai-address-plugin.ts'
import { zodForBrowsers } from './build/zod-for-browsers.ts'

const server = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    reactAriaThai(),
    zodForBrowsers(),
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
    // What matters is what a screen needs compressed, and `npm run bench` has bars for that.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen begins with, in one file.
            { name: 'first', tags: ['$initial'] },
            // Else each icon that two screens share would be a request of its own.
            { name: 'icons', test: /lucide-react/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  // Dependencies are bundled apart in development, without the plugins above.
  optimizeDeps: { rolldownOptions: { plugins: [reactAriaThai()] } },
  server: { proxy: { '/api': server, '/files': server, '/readyz': server } },
})
