import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Address, zeroAddress } from '@/lib/core/address'
import { outages, type ProviderServer, startProvider } from '@/lib/testing/market/provider-server'
import { createTestContext } from '@/lib/testing/test-context'
import { fetchTopHolders } from './holder-providers'

const token: Address = '0xdef1ca1fb7fbcdc777520aa7f396b4e015f497ab'
const unknown: Address = `0x${'12'.repeat(20)}`
const account = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
// Exceeds the integer precision of a double.
const balanceOf = (n: number) => 10n ** 27n - BigInt(n)
const holders = Array.from({ length: 250 }, (_, n) => ({
  address: account(n + 1),
  balance: balanceOf(n),
}))

const moralis = (target: string) => {
  const { pathname, searchParams } = new URL(target, 'http://provider')
  if (!pathname.includes(token)) return { status: 404, body: { message: 'not found' } }
  const from = Number(searchParams.get('cursor') ?? 0)
  const page = holders.slice(from, from + 100)
  const result = page.map(({ address, balance }) => ({
    owner_address: address.toUpperCase().replace('0X', '0x'),
    balance: String(balance),
    percentage_relative_to_total_supply: 1,
  }))
  const cursor = from + 100 < holders.length ? String(from + 100) : null
  return { status: 200, body: { cursor, page: from / 100, page_size: 100, result } }
}

const ethplorer = (target: string) => {
  const { pathname, searchParams } = new URL(target, 'http://provider')
  if (!pathname.includes(token)) {
    return {
      status: 400,
      body: { error: { code: 150, message: 'Address is not a token contract' } },
    }
  }
  const listed = holders.slice(0, Number(searchParams.get('limit')))
  const body = {
    holders: listed.map(({ address, balance }) => ({
      address,
      balance: Number(balance),
      rawBalance: String(balance),
      share: 0.4,
    })),
  }
  return { status: 200, body }
}

const goldrush = (target: string) => {
  const { pathname, searchParams } = new URL(target, 'http://provider')
  const listed = pathname.includes(token)
    ? holders.slice(0, Number(searchParams.get('page-size')))
    : []
  const items = listed.map(({ address, balance }) => ({
    contract_address: token,
    address,
    balance: String(balance),
    total_supply: String(10n ** 30n),
  }))
  const pagination = { has_more: false, page_number: 0, page_size: 100, total_count: listed.length }
  return { status: 200, body: { data: { items, pagination }, error: false } }
}

const answers = { MORALIS: moralis, ETHPLORER: ethplorer, GOLDRUSH: goldrush }
type Name = keyof typeof answers
const names = Object.keys(answers) as Name[]
const servers = new Map<Name, ProviderServer>()

beforeAll(async () => {
  for (const name of names) servers.set(name, await startProvider(answers[name]))
})
afterAll(() => Promise.all([...servers.values()].map((server) => server.stop())))
beforeEach(() => {
  for (const server of servers.values()) {
    server.setFailureMode('well')
    server.forgetCalls()
  }
})

const callsOf = (name: Name) => servers.get(name)?.calls ?? []

function context(configured: readonly Name[], environment: Record<string, string> = {}) {
  const settings = configured.flatMap((name) => [
    [`${name}_API_KEY`, `${name}-secret`],
    [`${name}_URL`, servers.get(name)?.url ?? ''],
  ])
  return createTestContext({ environment: { ...Object.fromEntries(settings), ...environment } })
}

describe.each(names)('holders from %s', (name) => {
  test.each([1, 100, 250, 1_000])('are the %i largest, exact to the atom', async (limit) => {
    const found = await fetchTopHolders(context([name]), { chainId: 1, token, limit })
    expect(found).toEqual(holders.slice(0, limit))
  })

  test('are undefined for an unknown token', async () => {
    const asked = { chainId: 1, token: unknown, limit: 10 }
    expect(await fetchTopHolders(context([name]), asked)).toBeUndefined()
  })

  test.each(outages)('are an error without secrets during an outage (%s)', async (mood) => {
    servers.get(name)?.setFailureMode(mood)
    const asked = { chainId: 1, token, limit: 10 }
    const error = await fetchTopHolders(context([name]), asked).catch((thrown) => thrown)
    expect(error).toMatchObject({ code: 'InternalServerError', retryAfterSeconds: 2 })
    expect(`${error.stack} ${error.cause?.stack}`).not.toContain('secret')
  })
})

describe('fetching top holders', () => {
  test('falls back to the next provider during an outage', async () => {
    servers.get('MORALIS')?.setFailureMode('fault')
    const found = await fetchTopHolders(context(names), { chainId: 1, token, limit: 3 })
    expect(found).toEqual(holders.slice(0, 3))
    expect([callsOf('MORALIS').length, callsOf('ETHPLORER').length]).toEqual([1, 1])
  })

  test('fails when no provider knows the token and one is down', async () => {
    servers.get('GOLDRUSH')?.setFailureMode('fault')
    const asked = { chainId: 1, token: unknown, limit: 3 }
    await expect(fetchTopHolders(context(names), asked)).rejects.toMatchObject({
      code: 'InternalServerError',
    })
  })

  test('sends no request without a key or for an embedded network', async () => {
    const asked = { chainId: 1, token, limit: 3 }
    expect(await fetchTopHolders(context([]), asked)).toBeUndefined()
    const embedded = context(names, { EMBEDDED_CHAIN_IDS: '1' })
    expect(await fetchTopHolders(embedded, asked)).toBeUndefined()
    expect(names.flatMap((name) => callsOf(name))).toEqual([])
  })

  test('omits the zero address and empty accounts', async () => {
    const odd = await startProvider(() => ({
      status: 200,
      body: {
        result: [
          { owner_address: zeroAddress, balance: '9' },
          { owner_address: account(2), balance: '5' },
          { owner_address: account(1), balance: '5' },
          { owner_address: account(3), balance: '0' },
        ],
      },
    }))
    const ctx = createTestContext({ environment: { MORALIS_API_KEY: 'k', MORALIS_URL: odd.url } })
    const found = await fetchTopHolders(ctx, { chainId: 1, token, limit: 9 })
    expect(found?.map(({ address }) => address)).toEqual([account(1), account(2)])
    await odd.stop()
  })

  test('sends each key where its provider expects it', async () => {
    await fetchTopHolders(context(['MORALIS']), { chainId: 100, token, limit: 1 })
    await fetchTopHolders(context(['GOLDRUSH']), { chainId: 8453, token, limit: 1 })
    await fetchTopHolders(context(['ETHPLORER']), { chainId: 1, token, limit: 1 })
    expect(callsOf('MORALIS')[0]?.headers['x-api-key']).toBe('MORALIS-secret')
    expect(callsOf('MORALIS')[0]?.target).toContain('chain=gnosis')
    expect(callsOf('GOLDRUSH')[0]?.headers.authorization).toBe('Bearer GOLDRUSH-secret')
    expect(callsOf('GOLDRUSH')[0]?.target).toContain('/base-mainnet/tokens/')
    expect(callsOf('ETHPLORER')[0]?.target).toContain('apiKey=ETHPLORER-secret')
  })
})
