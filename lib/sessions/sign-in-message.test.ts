import fc from 'fast-check'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import {
  explainRejection,
  findSignInFault,
  parseSignInMessage,
  type SignInMessage,
  signInStatement,
  writeSignInMessage,
} from './sign-in-message'

const now = 1_795_253_400_000
const origin = 'https://trade.example.org'
const rules = { origin, chainIds: [1, 100], now }

const message: SignInMessage = {
  domain: 'trade.example.org',
  uri: origin,
  address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  chainId: 1,
  nonce: '5f'.repeat(20),
  issuedAtMs: now,
  expirationTimeMs: now + 300_000,
  notBeforeMs: now - 1,
}
const text = writeSignInMessage(message)

describe('a sign-in message', () => {
  test('parses back to what was written', () => {
    const some = fc.record({
      ...{ domain: fc.constant('localhost:3000'), uri: fc.constant('http://localhost:3000') },
      address: fc.constant(message.address),
      chainId: fc.integer({ min: 1, max: 2 ** 31 }),
      nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,64}$/),
      issuedAtMs: fc.integer({ min: 0, max: 4e12 }),
      expirationTimeMs: fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: undefined }),
      notBeforeMs: fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: undefined }),
    })
    fc.assert(
      fc.property(some, (written) => {
        expect(parseSignInMessage(writeSignInMessage(written))).toEqual(written)
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  test('follows EIP-4361', () => {
    expect(text).toBe(
      [
        'trade.example.org wants you to sign in with your Ethereum account:',
        '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
        '',
        signInStatement,
        '',
        'URI: https://trade.example.org',
        'Version: 1',
        'Chain ID: 1',
        `Nonce: ${message.nonce}`,
        'Issued At: 2026-11-21T09:30:00.000Z',
        'Expiration Time: 2026-11-21T09:35:00.000Z',
        'Not Before: 2026-11-21T09:29:59.999Z',
      ].join('\n'),
    )
    expect(findSignInFault(message, rules)).toBeUndefined()
  })

  test('with any character changed or missing is invalid or another message', () => {
    const edit = fc.record({
      at: fc.nat(text.length),
      drop: fc.nat(3),
      put: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('\n', '\r\n', '\u2028', ' ', '0')),
    })
    fc.assert(
      fc.property(edit, ({ at, drop, put }) => {
        const changed = text.slice(0, at) + put + text.slice(at + drop)
        fc.pre(changed !== text)
        const read = parseSignInMessage(changed)
        // A parsed message is exactly the text sent, so no part of it goes unchecked.
        if (read) expect(writeSignInMessage(read)).toBe(changed)
        expect(read).not.toEqual(message)
      }),
      { seed: 6, numRuns: 2_000 },
    )
  })

  const known = { ...message, version: '1', statement: signInStatement } as const
  const issued = { issuedAt: new Date(now) }
  test.each<[string, string]>([
    ['of another statement', createSiweMessage({ ...known, ...issued, statement: 'Hello' })],
    ['without a statement', createSiweMessage({ ...known, ...issued, statement: undefined })],
    ['with a scheme', createSiweMessage({ ...known, ...issued, scheme: 'https' })],
    ['with a request id', createSiweMessage({ ...known, ...issued, requestId: '1' })],
    [
      'with resources',
      createSiweMessage({ ...known, ...issued, resources: ['https://a.example'] }),
    ],
    ['of another version', text.replace('Version: 1', 'Version: 2')],
    ['with an address without its checksum', text.replace(/0x\w{40}/, message.address)],
    ['with a chain id that begins with 0', text.replace('Chain ID: 1', 'Chain ID: 01')],
    ['with a time of another form', text.replace('09:30:00.000Z', '09:30:00Z')],
    ['with a time of no calendar', text.replace('2026-11-21T09:30', '2026-13-41T09:30')],
    ['with words after it', `${text}\nand my tokens`],
    ['with words before it', `Hello\n${text}`],
    ['with a line twice', text.replace('Version: 1', 'Version: 1\nVersion: 1')],
    ['that is empty', ''],
  ])('rejects %s', (_what, changed) => {
    expect(parseSignInMessage(changed)).toBeUndefined()
  })
})

describe('explainRejection', () => {
  test.each([
    ['all lower-case', (address: string) => address.toLowerCase()],
    ['upper-case', (address: string) => `0x${address.slice(2).toUpperCase()}`],
    ['in another case', (address: string) => address.replace('F', 'f')],
  ])('gives the checksummed form of an address that is %s', (_what, change) => {
    const changed = text.replace(/0x\w{40}/, change)
    expect(parseSignInMessage(changed)).toBeUndefined()
    expect(explainRejection(changed)).toBe(
      'the address of the message must be written with its checksum (EIP-55), as 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
  })

  test.each([
    ['another statement too', text.replace(/0x\w{40}/, message.address).replace('costs', 'gains')],
    ['no address', text.replace(/0x\w{40}/, 'anna.eth')],
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['nothing at all', ''],
  ])('refers to the nonce endpoint when there is %s', (_what, changed) => {
    expect(explainRejection(changed)).toContain('(EIP-4361): write it with what GET')
  })
})

describe('findSignInFault rejects a message', () => {
  test.each<[string, Partial<SignInMessage>, string]>([
    ['for another host', { domain: 'evil.example' }, 'is for evil.example, not for trade.'],
    ['for another port', { domain: 'trade.example.org:8080' }, 'not for trade.example.org'],
    ['for a page', { uri: `${origin}/notifications` }, `URI must be ${origin}`],
    ['for another scheme', { uri: 'http://trade.example.org' }, `URI must be ${origin}`],
    ['for another network', { chainId: 8453 }, 'Chain ID must be one of 1, 100'],
    ['issued long ago', { issuedAtMs: now - 300_001 }, 'within 300 seconds'],
    ['issued long after', { issuedAtMs: now + 300_001 }, 'within 300 seconds'],
    ['that holds for long', { expirationTimeMs: now + 300_001 }, 'within 300 seconds'],
    ['of an old beginning', { notBeforeMs: now - 300_001 }, 'within 300 seconds'],
    ['that is over', { expirationTimeMs: now }, 'is expired'],
    ['that has not begun', { notBeforeMs: now + 1 }, 'is not valid yet'],
    ['of a time that is none', { issuedAtMs: Number.NaN }, 'within 300 seconds'],
  ])('%s', (_what, change, reason) => {
    expect(findSignInFault({ ...message, ...change }, rules)).toContain(reason)
  })

  test('but accepts one at the limits', () => {
    const { expirationTimeMs: _, notBeforeMs: __, ...plain } = message
    expect(findSignInFault(plain, rules)).toBeUndefined()
    expect(findSignInFault({ ...plain, issuedAtMs: now - 300_000 }, rules)).toBeUndefined()
  })
})
