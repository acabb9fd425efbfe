import fc from 'fast-check'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect } from 'vitest'
import { call } from '@/lib/client/call'
import { fetchSessions } from '@/lib/client/sign-in'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type SignInMessage, writeSignInMessage } from '@/lib/sessions/sign-in-message'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'
import { openTestBrowser, type TestBrowser } from '@/lib/testing/test-browser'

const wallet = privateKeyToAccount(generatePrivateKey())
const account = toAddress(wallet.address)

let fixture: ServiceFixture

const test = testWith({ WRITES_PER_SECOND: '0', READS_PER_SECOND: '0' })

test.beforeAll(({ service }) => {
  fixture = service
})

const open = () => openTestBrowser(fixture.url)

type Attempt = {
  readonly message: string
  readonly signature?: Hex
}

/** Sends a message, by default signed by {@link wallet}. */
async function send(browser: TestBrowser, { message, signature }: Attempt) {
  const { csrfToken } = await call('readCsrfToken', {}, browser.options)
  const signed = signature ?? (await wallet.signMessage({ message }))
  const response = await browser.fetch('/api/auth/callback/siwe', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken, message, signature: signed }),
  })
  return { status: response.status, json: await response.json() }
}

async function askMessage(browser: TestBrowser, change: Partial<SignInMessage> = {}) {
  const { nonce, domain, uri, issuedAt } = await call('readNonce', {}, browser.options)
  const issuedAtMs = Date.parse(issuedAt)
  return { ...{ nonce, domain, uri, issuedAtMs, address: account, chainId: 1 }, ...change }
}

const nonceRefused = {
  status: 401,
  json: { message: expect.stringContaining('the nonce is not one of this browser') },
}

describe('a sign-in message is rejected', () => {
  test('on replay, even concurrently', async () => {
    const browser = open()
    const message = writeSignInMessage(await askMessage(browser))
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(browser, { message })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect(await send(browser, { message })).toMatchObject(nonceRefused)
  })

  test('in another browser, and in one without cookies', async () => {
    const [issued, other, empty] = [open(), open(), open()]
    const message = writeSignInMessage(await askMessage(issued))
    await call('readNonce', {}, other.options)
    expect(await send(other, { message })).toMatchObject(nonceRefused)
    expect(await send(empty, { message })).toMatchObject(nonceRefused)
    expect(await send(issued, { message })).toMatchObject({ status: 200 })
  })

  test('with a forged or expired nonce', async () => {
    const browser = open()
    const made = writeSignInMessage(await askMessage(browser, { nonce: 'ab'.repeat(20) }))
    expect(await send(browser, { message: made })).toMatchObject(nonceRefused)
    const fields = await askMessage(browser)
    await fixture.ctx.db.signInNonce.update({
      where: { nonce: fields.nonce },
      data: { expiresAt: new Date(fixture.ctx.now() - 1) },
    })
    const message = writeSignInMessage(fields)
    expect(await send(browser, { message })).toMatchObject(nonceRefused)
  })

  test('with an address without checksum, and a hint how to write it', async () => {
    const browser = open()
    const written = writeSignInMessage(await askMessage(browser))
    const message = written.replace(wallet.address, account)
    const expected = `the address of the message must be written with its checksum (EIP-55), as ${wallet.address}`
    expect(await send(browser, { message })).toEqual({ status: 401, json: { message: expected } })
    expect(await send(browser, { message: written })).toMatchObject({ status: 200 })
  })

  test('if another account signed it', async () => {
    const browser = open()
    const message = writeSignInMessage(await askMessage(browser))
    const signature = await privateKeyToAccount(generatePrivateKey()).signMessage({ message })
    expect(await send(browser, { message, signature })).toMatchObject({
      status: 401,
      json: { message: `the signature is not one of this message by ${account}` },
    })
    expect(await send(browser, { message })).toMatchObject({ status: 200 })
  })

  test('if any part is changed after signing', async () => {
    const browser = open()
    const fields = await askMessage(browser)
    const signed = writeSignInMessage(fields)
    const signature = await wallet.signMessage({ message: signed })
    const change = fc.oneof(
      fc.constantFrom(
        [account.slice(2, 6), 'abcd'],
        ['localhost', 'evil'],
        ['127.0.0.1', 'evil.example'],
        ['Chain ID: 1', 'Chain ID: 100'],
        ['Version: 1', 'Version: 2'],
        ['costs nothing', 'gives all'],
      ),
      fc
        .tuple(fc.nat(signed.length - 1), fc.constantFrom('0', 'f', 'A', '\n', ' ', ''))
        .map(([at, put]) => [at, put] as const),
    )
    await fc.assert(
      fc.asyncProperty(change, async ([from, to]) => {
        const message =
          typeof from === 'number'
            ? signed.slice(0, from) + to + signed.slice(from + 1)
            : signed.replace(from!, to!)
        fc.pre(message !== signed)
        expect(await send(browser, { message, signature })).toMatchObject({ status: 401 })
      }),
      { seed: 6, numRuns: 40 },
    )
    expect(await send(browser, { message: signed, signature })).toMatchObject({ status: 200 })
  })

  test.each<[string, (fields: SignInMessage) => Partial<SignInMessage>]>([
    ['for another host', () => ({ domain: 'evil.example' })],
    ['for another URI', ({ uri }) => ({ uri: `${uri}/notifications` })],
    ['for another network', () => ({ chainId: 100 })],
    ['issued long ago', ({ issuedAtMs }) => ({ issuedAtMs: issuedAtMs - 400_000 })],
    ['issued long after', ({ issuedAtMs }) => ({ issuedAtMs: issuedAtMs + 400_000 })],
    ['that is expired', ({ issuedAtMs }) => ({ expirationTimeMs: issuedAtMs })],
    ['that has not begun', ({ issuedAtMs }) => ({ notBeforeMs: issuedAtMs + 60_000 })],
  ])('%s, although signed', async (_what, change) => {
    const browser = open()
    const fields = await askMessage(browser)
    const message = writeSignInMessage({ ...fields, ...change(fields) })
    expect(await send(browser, { message })).toMatchObject({ status: 401 })
    expect(await fetchSessions(browser.options)).toEqual([])
  })

  test.each(['0x', 'zzz', `0x${'11'.repeat(65)}`, `0x${'11'.repeat(9_000)}`])(
    'with a malformed signature',
    async (signature) => {
      const browser = open()
      const message = writeSignInMessage(await askMessage(browser))
      const sent = send(browser, { message, signature: signature as Hex })
      expect(await sent).toMatchObject({ status: 401 })
    },
  )
})
