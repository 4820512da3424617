import { build } from 'vite'
import { gzipSync } from 'node:zlib'
import { writeFileSync } from 'node:fs'
process.chdir('apps/web')
const out: any[] = []
await build({
  logLevel: 'warn',
  build: { outDir: '/dev/shm/cal-bundle', emptyOutDir: true, manifest: true },
  plugins: [
    {
      name: 'dump',
      generateBundle(_o: any, bundle: any) {
        for (const c of Object.values<any>(bundle)) {
          if (c.type === 'chunk')
            out.push({
              file: c.fileName,
              gz: gzipSync(c.code).length,
              imports: c.imports,
              dyn: c.dynamicImports,
              facade: c.facadeModuleId,
              mods: Object.entries<any>(c.modules).map(([id, m]) => [
                id.replace(/.*\/work\/cal\//, ''),
                m.renderedLength,
                m.code ? gzipSync(m.code).length : 0,
              ]),
            })
          else if (c.fileName.endsWith('.css'))
            out.push({ file: c.fileName, gz: gzipSync(c.source).length })
        }
      },
    } as any,
  ],
})
writeFileSync('/tmp/cal-bundle.json', JSON.stringify(out))
