const edges = /^([("'“]*)(.*?)([)"'”.,;:!?]*)$/su
const number = /^<?\d[\d,]*(?:\.\d+)?%?$/
/** Characters that browsers treat as the dot of a domain name (UTS 46), except before one last letter as in USDC.e. */
const dots = /[.\u2024\u3002\uff0e\uff61](?!\p{L}$)/gu

/**
 * Reduces a text to one line without control, invisible and bidirectional characters, and without anything that a chat,
 * a mail reader or a webhook consumer would turn into a link (`evil.com` becomes `evil·com`). Amounts and percentages are unchanged.
 */
export function plainText(text: string): string {
  return text
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{C}\p{DI}\u2800\ufffd]/gu, '')
    .trim()
    .split(' ')
    .map(withoutLink)
    .join(' ')
}

function withoutLink(word: string): string {
  const [, before = '', core = '', after = ''] = edges.exec(word) ?? []
  if (number.test(core)) return word
  return `${before}${core.replace(dots, '·').replace(/:[/\\]+/g, ':')}${after}`
}
