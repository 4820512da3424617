/**
 * The public page of a certificate, to which its QR code leads. It confirms number, name and day, and nothing else. It is
 * plain HTML without scripts, so that it opens at once on any phone.
 */
import { fieldTitles } from '@khapdee/domain/field-titles'
import { headings } from '@khapdee/domain/words'
import { type Day, formatDayLong } from '@khapdee/domain/thai-date'
import type { FastifyInstance } from 'fastify'
import { limitedByAddress } from '../../kernel/client-address.ts'
import type { Services } from '../../kernel/context.ts'
import { verificationPath } from '../document/verification-path.ts'

const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const style = `
:root { color-scheme: light dark; --bg: #f4f6f8; --surface: #fff; --ink: #1b2733; --muted: #536271; --line: #dde3e9;
  --ok: #1a6b43; --danger: #b3261e }
@media (prefers-color-scheme: dark) {
  :root { --bg: #10161c; --surface: #182129; --ink: #e6ecf1; --muted: #9fb0bf; --line: #2c3842; --ok: #6fce9d; --danger: #ff8a80 }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--bg);
  color: var(--ink); font: 16px/1.6 "IBM Plex Sans Thai", "Sarabun", system-ui, sans-serif }
main { width: 100%; max-width: 30rem; padding: 24px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 8px }
h1 { margin: 0 0 4px; font-size: 20px; font-weight: 600 }
p { margin: 0; font-weight: 600 }
.valid { color: var(--ok) } .cancelled, .unknown { color: var(--danger) }
dl { margin: 16px 0 0; border-top: 1px solid var(--line) }
dt { margin-top: 12px; font-size: 14px; color: var(--muted) }
dd { margin: 0; font-size: 18px; overflow-wrap: anywhere }`

/** The letters of each font file. */
const lettersOf = { thai: 'U+0E01-0E5B, U+200C-200D, U+25CC', latin: 'U+0000-00FF, U+2000-206F' }

/**
 * The style rules of the fonts that the page of the web app loads first, so that devices without Thai fonts show the letters.
 * @param webPage its HTML; empty if the web app is not built
 */
export const fontRules = (webPage: string): string =>
  [...webPage.matchAll(/href="(\/assets\/ibm-plex-sans-thai-(thai|latin)-(\d+)-[\w-]+\.woff2)"/g)]
    .map(
      ([
        ,
        url,
        letters,
        weight,
      ]) => `@font-face { font-family: "IBM Plex Sans Thai"; font-weight: ${weight};
  src: url(${url}) format("woff2"); font-display: swap; unicode-range: ${lettersOf[letters as keyof typeof lettersOf]} }`,
    )
    .join('\n')

const title = 'ตรวจสอบหนังสือรับรองผลการอบรมและทดสอบ'

const states = {
  valid: 'หนังสือรับรองฉบับนี้ออกโดยโรงเรียนจริง',
  cancelled: 'หนังสือรับรองฉบับนี้ถูกยกเลิกแล้ว',
  unknown: 'ไม่พบหนังสือรับรองฉบับนี้ กรุณาสแกนคิวอาร์บนหนังสือรับรองอีกครั้ง',
} as const

const page = (
  state: keyof typeof states,
  facts: readonly [string, string][],
  fonts: string,
): string => `<!doctype html>
<html lang="th"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<style>${fonts}${style}</style></head>
<body><main><h1>${title}</h1>
<p class="${state}">${states[state]}</p>${
  facts.length === 0
    ? ''
    : `
<dl>${facts.map(([label, value]) => `<dt>${label}</dt><dd>${escapeHtml(value)}</dd>`).join('')}</dl>`
}
</main></body></html>`

const findCertificate = ({ db }: Services, token: string) =>
  db
    .selectFrom('certificate')
    .select(['certificate_code', 'holder', 'day', 'cancelled_at'])
    .where('token', '=', token)
    .$narrowType<{ day: Day }>()
    .executeTakeFirst()

/** @param fonts style rules, see {@link fontRules} */
export function serveVerification(app: FastifyInstance, services: Services, fonts: string): void {
  app.get<{ Params: { token: string } }>(
    verificationPath(':token'),
    limitedByAddress(services, services.config.rateLimit.login),
    async (request, reply) => {
      const found = await findCertificate(services, request.params.token)
      const body =
        found === undefined
          ? page('unknown', [], fonts)
          : page(
              found.cancelled_at === null ? 'valid' : 'cancelled',
              [
                [headings.number, found.certificate_code],
                [fieldTitles.fullName, found.holder],
                [fieldTitles.issuedOn, formatDayLong(found.day)],
              ],
              fonts,
            )
      return reply
        .code(found === undefined ? 404 : 200)
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex, nofollow',
        })
        .send(body)
    },
  )
}
