import fc from 'fast-check'
import { type RawJson, toJsonText } from './raw-json'

const raw = (rawJson: string): RawJson => ({ rawJson })
const address = 'c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'A\udfffB',
  '\u202egnp.exe',
  '\u200b',
  '\ufeff1',
  'e\u0301',
  'ß',
  'İ',
  '１２３',
  '٣',
  '😀',
  '\r\nX-Injected: 1',
  '\t',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  "' OR 1=1 --",
  "'; DROP TABLE orders; --",
  '1; SELECT pg_sleep(5)',
  '%',
  '%s%n',
  '%00',
  '%2e%2e%2f',
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '\\',
  '?a=b',
  '#',
  '*',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template that must not be interpolated.
  '${7*7}',
  '{{7*7}}',
  '$(id)',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  'NaN',
  'true',
  '[]',
  '{}',
  '{"a":1}',
]

const numbers = [
  '-1',
  '+1',
  '-0',
  '00',
  '01',
  '0.0',
  '1.5',
  '1e3',
  '1E400',
  '0x10',
  '0b11',
  '1_000',
  ' 1',
  '1 ',
  '1n',
  'Infinity',
  String(2 ** 31),
  String(2 ** 32 - 1),
  String(2 ** 32),
  String(2 ** 53),
  '9007199254740993',
  String(2n ** 63n - 1n),
  String(2n ** 63n),
  String(2n ** 64n),
  String(2n ** 128n),
  String(2n ** 256n - 1n),
  String(2n ** 256n),
  '9'.repeat(400),
]

const hexes = [
  '0x',
  '0x0',
  `0X${address}`,
  address,
  `0x${address.toUpperCase()}`,
  `0x${address}0`,
  `0x${address.slice(1)}`,
  `0x${'0'.repeat(40)}`,
  `0x${'e'.repeat(40)}`,
  `0x${'f'.repeat(40)}`,
  `0x${'zz'.repeat(20)}`,
  `0x${'0'.repeat(64)}`,
  `0x${'f'.repeat(64)}`,
  `0x${'0'.repeat(112)}`,
  `0x${'f'.repeat(112)}`,
  `0x${'0'.repeat(130)}`,
  `0x${'f'.repeat(130)}`,
  `0x${'6492'.repeat(16)}`,
]

const long = ['a'.repeat(5_000), '9'.repeat(5_000), `0x${'ab'.repeat(2_400)}`, '['.repeat(4_000)]

/** Text known to break parsers, stores or pages. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 4, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom(...hexes) },
  { weight: 1, arbitrary: fc.constantFrom(...long) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
)

const nested = (levels: number) => raw(`${'['.repeat(levels)}${']'.repeat(levels)}`)
const objects = (levels: number) => raw(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

const shapes: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [null],
  [[]],
  { length: 1 },
  raw('{"__proto__":{"polluted":true}}'),
  raw('{"constructor":{"prototype":{"polluted":true}}}'),
  raw('{"a":1,"a":2}'),
  nested(31),
  nested(33),
  nested(3_000),
  objects(33),
  objects(2_000),
  raw(`[${'1,'.repeat(2_000)}1]`),
  raw(`"${'\\u0000'.repeat(3)}"`),
  raw('"\\ud800"'),
]

/** A JSON value of the wrong kind, size or depth. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom(...shapes) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        ...numbers.filter((text) => /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][0-9]+)?$/.test(text)),
      )
      .map(raw),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

type Real = { readonly addresses: readonly string[]; readonly uids: readonly string[] }

/** Draws either a plausible or a hostile value. */
const either = (...meant: readonly unknown[]) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...meant) },
    { weight: 1, arbitrary: hostileJson },
  )

/** Returns app data documents, as text, whose metadata is valid or nearly valid. */
export function hostileDocuments({ addresses, uids }: Real): fc.Arbitrary<string> {
  const address = either(...addresses)
  const bps = either(0, 1, 100, 10_000, -1, 0.5, 2 ** 53)
  const hook = fc.record(
    {
      target: address,
      callData: either('0x', '0x12345678', `0x${'00'.repeat(1_000)}`),
      gasLimit: either('21000', '100000', '8000001', '0', '-1', 50_000),
    },
    { requiredKeys: ['target', 'callData'] },
  )
  const hooks = fc.array(hook, { maxLength: 3 })
  const fee = fc.record(
    { recipient: address, volumeBps: bps, surplusBps: bps, maxVolumeBps: bps, bps },
    { requiredKeys: ['recipient'] },
  )
  const metadata = fc.record(
    {
      signer: address,
      replacedOrder: fc.record({ uid: either(...uids) }),
      hooks: fc.oneof(fc.record({ pre: hooks, post: hooks }, { requiredKeys: [] }), hostileJson),
      partnerFee: fc.oneof(fee, fc.array(fee, { maxLength: 4 }), hostileJson),
      validFrom: either(0, 1, 2 ** 31, 2 ** 32, -1),
      schedule: fc.record({ id: either('weekly', '', 1) }, { requiredKeys: [] }),
      orderClass: fc.record({ orderClass: either('market', 'limit', 'liquidity') }),
      quote: fc.record({ slippageBips: either(50, '50', 10_001) }),
      referrer: fc.record({ code: either('FRIEND-1', 'x'), address }, { requiredKeys: [] }),
      utm: hostileJson,
    },
    { requiredKeys: [] },
  )
  const version = either('1.15.0', '0.1.0', '')
  return fc
    .record({ version, appCode: either('fuzz'), metadata: fc.oneof(metadata, hostileJson) })
    .map(toJsonText)
}
