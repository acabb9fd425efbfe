const edges = /^([("'“]*)(.*?)([)"'”.,;:!?]*)$/su
const number = /^\d[\d,]*(?:\.\d+)?$/
/** What browsers take for the dot of a domain name (UTS 46), unless one letter follows it as in USDC.e. */
const dots = /[.\u2024\u3002\uff0e\uff61](?!\p{L}$)/gu

/**
 * One line that nothing makes more of than text: without control, invisible and bidirectional characters, and with
 * nothing in it that a chat, a mail reader or a receiver of webhooks would take for a link (`evil.com` becomes
 * `evil·com`). Amounts stay as they are.
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
