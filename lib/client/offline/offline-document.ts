import type { Theme } from '@/lib/client/cookies'
import type { Locale } from '@/lib/core/format/locale'

/** A row of the table: formatted texts. */
export type OfflineRow = {
  readonly symbol: string
  readonly name: string
  readonly price: string
  readonly change: string
}

/** What the offline page shows; all texts are ready to read. */
export type OfflineContent = {
  readonly locale: Locale
  readonly theme: Theme | undefined
  readonly title: string
  readonly text: string
  /** Says when the rows were read. */
  readonly state: string
  readonly retry: string
  readonly columns: Readonly<Record<'token' | 'price' | 'change', string>>
  readonly rows: readonly OfflineRow[]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML content and quoted attributes. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/**
 * Writes the page that a browser keeps for the time without a connection: public data with its time, no nonce, and nothing
 * of an account. Its style and script are files, because no inline ones are allowed without a nonce.
 */
export function writeOfflineDocument(content: OfflineContent): string {
  const { locale, theme, title, text, state, retry, columns, rows } = content
  const themed = theme === undefined ? '' : ` data-theme="${theme}"`
  const head = [columns.token, columns.price, columns.change]
    .map((name) => `<th scope="col">${escaped(name)}</th>`)
    .join('')
  const table =
    rows.length === 0
      ? ''
      : `<table><caption>${escaped(state)}</caption><thead><tr>${head}</tr></thead><tbody>${rows.map(writeRow).join('')}</tbody></table>`
  return `<!doctype html>
<html lang="${locale}"${themed}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escaped(title)} · Coincide</title>
<link rel="icon" href="/icon.svg">
<link rel="manifest" href="/manifest.json">
<link rel="stylesheet" href="/offline.css">
<script src="/offline.js" defer></script>
</head>
<body>
<header><img src="/icon.svg" alt="" width="32" height="32"><span>Coincide</span></header>
<main>
<section role="status"><h1>${escaped(title)}</h1><p>${escaped(text)}</p></section>
<button type="button" data-retry>${escaped(retry)}</button>
${table}
</main>
</body>
</html>
`
}

const writeRow = ({ symbol, name, price, change }: OfflineRow): string =>
  `<tr><th scope="row">${escaped(symbol)} <span>${escaped(name)}</span></th><td>${escaped(price)}</td><td>${escaped(change)}</td></tr>`
