/** The API documentation as an HTML page without scripts. */
import type { Endpoint } from '@khapdee/contract/endpoint'
import { routeOf } from './mount.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const row = (endpoint: Endpoint) => `<tr>
  <td><code>${endpoint.method}</code></td>
  <td><code>${escapeHtml(routeOf(endpoint))}</code></td>
  <td>${escapeHtml(endpoint.summary)}</td>
  <td>${escapeHtml([endpoint.access].flat().join(', '))}${endpoint.idempotent ? `, Idempotency-Key ${endpoint.idempotent}` : ''}</td>
  <td>${Object.keys(endpoint.input.shape).map(escapeHtml).join(', ')}</td>
</tr>`

export const openapiPage = (endpoints: readonly Endpoint[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Khapdee API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 14px/1.6 system-ui, sans-serif; margin: 24px; color: #1b2733 }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #dde3e9; padding: 6px 12px 6px 0; text-align: start; vertical-align: top }
</style></head><body>
<h1>Khapdee API</h1>
<p>JSON in and out, bearer access token from <code>user/login</code>. The full description of every
field is in <a href="openapi.json">openapi.json</a>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Access</th><th>Fields</th></tr></thead>
<tbody>${endpoints.map(row).join('')}</tbody></table></body></html>`
