import fc from 'fast-check'

/** Token names crafted to attack their readers. */
const crafted = [
  '<b>bold</b>',
  '<script>alert(1)</script>',
  '<a href="https://evil.example">USDC</a>',
  '<img src=x onerror=alert(1)>',
  '</td></tr></table>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt;',
  '&#60;b&#62;',
  '[free](https://evil.example)',
  '![x](http://evil.example/p.png)',
  '**bold** __it__ `code` ~~no~~',
  '{{7*7}} <%= 7 %>',
  'https://evil.example/claim',
  'http://1.2.3.4/a',
  'hTTps:\\\\evil.example',
  '//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'tg://resolve?domain=evil',
  'tg:resolve?domain=evil',
  'mailto:a@evil.example',
  'tel:+14155550123',
  '+1 415 555 0123',
  '+14155550123',
  '4111111111111111',
  'www.evil.com',
  'evil.com',
  'EVIL.COM',
  't.me/evil',
  'evil。com',
  'evil．com',
  'evil｡com',
  'xn--e1awd7f.com',
  'пример.рф',
  'a@evil.com',
  '@evil',
  '#evil',
  '$EVIL',
  '/stop',
  '/start@evil_bot',
  '127.0.0.1',
  '1.2.3.4:80',
  'ev\u200bil.com',
  'evil\u2024com',
  'W\u202eHTE',
  'W\u2066ETH\u2069',
  'US\u0000DC',
  'US\u001b[31mDC',
  'A\r\nBcc: x@evil.com',
  'A\r\n\r\n<b>body</b>',
  'A\nB\tC\u000bD',
  'A\u2028B\u2029C\u0085D',
  '\ufeffWETH',
  'e\u0301\u0301\u0301\u0301vil',
  'U\ud83d\ude00SD',
  'a\ud800b',
  '\u{e0041}\u{e0042}',
  '﷽',
  '=HYPERLINK("http://evil.com")',
] as const

const pieces = [
  ...crafted,
  ...['.', '://', '@', '/', '<', '>', '&', '"', "'", '\u202e', '\u0007', ' ', 'com', 'x'],
]

/** Two hundred hostile names, deterministic: crafted ones, and mixtures of them. */
export const hostileTexts: readonly string[] = [
  ...crafted,
  ...fc.sample(
    fc
      .array(fc.constantFrom(...pieces), { minLength: 2, maxLength: 4 })
      .map((some) => some.join('')),
    { numRuns: 200 - crafted.length, seed: 6 },
  ),
]

/** Returns the harmful part of a text, if any: a link, or invisible characters. */
export function findHarm(text: string): string | undefined {
  const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]/u.exec(text)
  if (unseen) return `U+${unseen[0].codePointAt(0)?.toString(16)} in ${JSON.stringify(text)}`
  const domain =
    /[\p{L}\p{N}_-][.\u2024\u3002\uff0e\uff61][\p{L}\p{M}\p{N}-]*\p{L}[\p{L}\p{M}\p{N}-]/u
  const link = domain.exec(text) ?? /:\/|(?:\d+\.){3}\d/.exec(text)
  return link ? `${link[0]} in ${JSON.stringify(text)}` : undefined
}
