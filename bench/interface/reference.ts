/**
 * The page that the screens are compared with: a text field, and a table of the rows of the first list, without
 * any library or style.
 */
import type { BrowserContext } from '@playwright/test'

export const referencePath = '/bench-reference'

/** Number of values of a row in the table, about as many as the list has columns. */
const columns = 12

/** The request of the list, which the reference sends, too. */
export interface ListRequest {
  url: string
  authorization: string
}

const page = ({ url, authorization }: ListRequest): string => `<!doctype html>
<html lang="th"><meta charset="utf-8"><title>reference</title><input aria-label="reference"><table><tbody></tbody></table>
<script>
  fetch(${JSON.stringify(url)}, { headers: { authorization: ${JSON.stringify(authorization)} } })
    .then((answer) => answer.json())
    .then(({ data }) => {
      document.querySelector('tbody').append(...data.map((row) => {
        const line = document.createElement('tr')
        Object.values(row).slice(0, ${columns}).forEach((value, n) => {
          const content = document.createElement(n === 0 ? 'a' : 'span')
          if (n === 0) content.href = '#'
          content.textContent = String(value)
          line.appendChild(document.createElement('td')).append(content)
        })
        return line
      }))
    })
</script>`

/** Serves the reference page at {@link referencePath} of the product's origin. */
export async function serveReference(context: BrowserContext, list: ListRequest): Promise<void> {
  const answer = { contentType: 'text/html', body: page(list) }
  await context.route(`**${referencePath}`, (route) => route.fulfill(answer))
}
