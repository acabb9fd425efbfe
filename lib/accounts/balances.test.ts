import { encodeFunctionData, getAddress } from 'viem'
import { describe, expect } from 'vitest'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { type Address, nativeToken } from '@/lib/core/address'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { approve } from '@/lib/testing/chain/chain-actions'
import { type EventReader, readEvents } from '@/lib/testing/http/event-reader'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { balanceWatches } from './balance-watch'
import { listBalances } from './list-balances'

let fixture: ServiceFixture
let user: Address
let other: Address
let weth: Address
let usdc: Address

const test = testWith({ READS_PER_SECOND: '0' })

test.beforeAll(({ service }) => {
  fixture = service
  ;[user, other] = [1, 2].map((index) => fixture.network.accounts[index]?.address ?? '0x') as [
    Address,
    Address,
  ]
  weth = fixture.network.tokens.WETH ?? '0x'
  usdc = fixture.network.tokens.USDC ?? '0x'
})

async function ask(path: string) {
  const response = await fetch(`${fixture.url}/mainnet/${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

const balancesOf = (...tokens: string[]) =>
  ask(`accounts/${user}/balances?tokens=${tokens.join(',')}`)

async function send(token: Address, { to, amount }: { to: Address; amount: bigint }) {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  await sendTransaction(createRpc(fixture.network.rpcUrl), { from: user, to: token, data })
}

/** Waits past the half second for which a head is cached. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 550))

describe('GET /{chainId}/accounts/{account}/balances', () => {
  test('returns balances and vault relayer allowances, including the native token', async () => {
    await approve(fixture.network.rpcUrl, {
      token: weth,
      owner: user,
      spender: defaultVaultRelayer,
      amount: 77n,
    })
    await settle()
    const { status, body, headers } = await balancesOf(nativeToken, getAddress(weth), weth, usdc)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=1')
    const native = await fixture.ctx.chain(1).client.getBalance({ address: user })
    expect(body.map(({ token }: { token: { address: string } }) => token.address)).toEqual([
      nativeToken,
      weth,
      usdc,
    ])
    expect(body[0]).toEqual({
      token: { address: nativeToken, decimals: 18, symbol: 'ETH', name: 'ETH' },
      balance: String(native),
      allowance: null,
    })
    expect(body[1]).toMatchObject({
      token: { decimals: 18, symbol: 'WETH' },
      balance: expect.stringMatching(/^[1-9][0-9]*$/),
      allowance: '77',
    })
    expect(body[2]).toMatchObject({ token: { decimals: 6, symbol: 'USDC' }, allowance: '0' })
  })

  test.each([
    ['', 'At least one token address is required'],
    [',, ', 'At least one token address is required'],
    ['0x12', 'Invalid Ethereum address: 0x12'],
    [
      '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2,0xc02AAA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      'Invalid Ethereum address: 0xc02AAA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    ],
    [
      Array.from({ length: 101 }, (_, i) => `0x${i.toString(16).padStart(40, '0')}`).join(','),
      'At most 100 token addresses can be asked for at once',
    ],
  ])('rejects the tokens %.20s', async (tokens, message) => {
    const { status, headers, body } = await balancesOf(tokens)
    expect({ status, body }).toEqual({ status: 400, body: { message } })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('tokens that fail or break shared calls affect no other token', async () => {
    const code = {
      // Loops until out of gas.
      [`0x${'a1'.repeat(20)}`]: '0x5b600056',
      // Returns 64 KiB.
      [`0x${'a2'.repeat(20)}`]: '0x620100006000f3',
      // Reverts.
      [`0x${'a3'.repeat(20)}`]: '0x60006000fd',
      // Returns one byte.
      [`0x${'a4'.repeat(20)}`]: '0x60016000f3',
    }
    const rpc = createRpc(fixture.network.rpcUrl)
    for (const [at, bytes] of Object.entries(code)) await rpc('anvil_setCode', [at, bytes])
    const nothing = `0x${'a5'.repeat(20)}`
    for (const _ of ['first', 'remembered']) {
      const { status, body } = await balancesOf(...Object.keys(code), nothing, weth, nativeToken)
      expect(status).toBe(200)
      // An address without code is not a token and is omitted.
      expect(body).toHaveLength(6)
      for (const silent of body.slice(0, 4)) {
        expect(silent).toMatchObject({ balance: null, allowance: null })
        expect(silent.token).toMatchObject({ decimals: null, symbol: null })
      }
      expect(body[4]).toMatchObject({ allowance: '77', balance: expect.stringMatching(/^[1-9]/) })
      expect(body[5].balance).toMatch(/^[1-9]/)
    }
  })

  test('reads a hundred tokens in one call', async () => {
    let calls = 0
    const ctx = createTestContext({
      db: fixture.ctx.db,
      rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
      fetch: (input, init) => {
        if (String(init?.body).includes('eth_call')) calls += 1
        return fetch(input, init)
      },
    })
    const nonTokens = Array.from(
      { length: 98 },
      (_, i) => `0x${(i + 1).toString(16).padStart(40, 'b')}` as Address,
    )
    const tokens = [weth, ...nonTokens, usdc]
    const balances = await listBalances(ctx, { chainId: 1, account: user, tokens })
    // Only these two requested addresses are tokens.
    expect(balances).toHaveLength(2)
    expect(balances.at(-1)?.balance).toBeGreaterThan(0n)
    expect(calls).toBe(1)
  })

  test('limits the calls for tokens that burn gas or fail to a budget', async () => {
    const rpc = createRpc(fixture.network.rpcUrl)
    const tokensOf = (byte: string, count: number) =>
      Array.from({ length: count }, (_, i) => `0x${byte}${String(i).padStart(38, '0')}` as Address)
    const [burner = '0x'] = tokensOf('b1', 1)
    const failing = tokensOf('b2', 400)
    await rpc('anvil_setCode', [burner, '0x5b600056'])
    await Promise.all(failing.map((token) => rpc('anvil_setCode', [token, '0x60006000fd'])))
    let calls = 0
    const ctx = createTestContext({
      db: fixture.ctx.db,
      rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
      // The budget refills with time, and a busy machine is slow.
      now: Date.now(),
      fetch: (input, init) => {
        if (String(init?.body).includes('eth_call')) calls += 1
        return fetch(input, init)
      },
    })
    const list = (tokens: readonly Address[]) =>
      listBalances(ctx, { chainId: 1, account: user, tokens })
    const nonTokens = tokensOf('b3', 97)
    const balances = await list([burner, ...nonTokens, weth, usdc])
    expect(balances.at(-1)?.balance).toBeGreaterThan(0n)
    expect(calls).toBeLessThan(20)
    const asked = [0, 100, 200, 300].map((from) => () => list(failing.slice(from, from + 100)))
    const answers = await Promise.allSettled(asked.map((ask) => ask()))
    expect(calls).toBeLessThan(400)
    const refused = { status: 'rejected', reason: expect.objectContaining({ code: 'RateLimited' }) }
    expect(answers).toContainEqual(refused)
    expect((await list([weth, usdc])).at(-1)?.balance).toBeGreaterThan(0n)
  })

  test('returns 500 when the RPC is down, never an empty list', async () => {
    const ctx = createTestContext({
      db: fixture.ctx.db,
      rpcUrls: new Map([[1, 'http://127.0.0.1:1']]),
    })
    const query = { chainId: 1, account: user, tokens: [weth] }
    await expect(listBalances(ctx, query)).rejects.toMatchObject({ code: 'InternalServerError' })
  })
})

describe('GET /{chainId}/address/{account}/balances', () => {
  test('returns holdings of listed and tracked tokens only', async () => {
    const tracked = usdc
    await fixture.ctx.db.token.updateMany({ data: { listed: false } })
    await fixture.ctx.db.token.upsert({
      where: { chainId_address: { chainId: 1, address: weth } },
      create: { chainId: 1, address: weth, listed: true },
      update: { listed: true },
    })
    const before = await ask(`address/${user}/balances`)
    expect(Object.keys(before.body.balances).sort()).toEqual([weth, nativeToken].sort())
    await fixture.ctx.db.trackedToken.create({
      data: { chainId: 1, address: tracked, fromBlock: 0n },
    })
    await fixture.ctx.db.tokenHolder.create({
      data: { chainId: 1, token: tracked, holder: user, balance: '1' },
    })
    const { status, body, headers } = await ask(`address/${user}/balances`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=5')
    const { body: exact } = await balancesOf(usdc)
    expect(body.balances[usdc]).toBe(exact[0].balance)
  })

  test('returns no balances for an account without holdings', async () => {
    const { body } = await ask(`address/0x${'5e'.repeat(20)}/balances`)
    expect(body).toEqual({ balances: {} })
  })
})

describe('GET /{chainId}/accounts/{account}/balances/sse', () => {
  const open = (tokens: string[], account = user) =>
    readEvents(`${fixture.url}/mainnet/accounts/${account}/balances/sse?tokens=${tokens.join(',')}`)

  async function expectNoneFor(reader: EventReader, ms: number) {
    const event = await Promise.race([
      reader.next(),
      new Promise((resolve) => setTimeout(resolve, ms, 'none')),
    ])
    expect(event).toBe('none')
  }

  test('sends the holdings, then each change, to subscribers of the token', async () => {
    const all = await open([weth, nativeToken])
    const one = await open([usdc])
    const { body } = await balancesOf(weth, nativeToken)
    const first = await all.next()
    expect(first).toMatchObject({ event: 'initial_balances', data: { balances: body } })
    expect(first?.id).toMatch(/^0x/)
    expect(await one.next()).toMatchObject({ event: 'initial_balances' })
    await send(weth, { to: other, amount: 5n })
    const update = await all.next()
    const before = BigInt(body[0].balance)
    expect(update).toMatchObject({
      event: 'balance_update',
      data: {
        type: 'balance_change',
        chainId: 1,
        userAddress: user,
        tokenAddress: weth,
        oldBalance: String(before),
        newBalance: String(before - 5n),
        timestamp: expect.any(Number),
      },
    })
    // The account paid for gas.
    expect((await all.next())?.data).toMatchObject({ tokenAddress: nativeToken })
    const approval = { token: usdc, owner: user, spender: defaultVaultRelayer, amount: 9n }
    await approve(fixture.network.rpcUrl, approval)
    expect(await one.next()).toMatchObject({
      data: { type: 'allowance_change', oldAllowance: '0', newAllowance: '9' },
    })
    all.close()
    await expectNoneFor(one, 1_500)
    one.close()
  })

  test('returns 400 before the stream starts when the tokens are malformed', async () => {
    const { response } = await open(['0x12'])
    expect(response.status).toBe(400)
  })

  test('subscribers of an account share one reading per block', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => open([weth], other)))
    expect(balanceWatches(fixture.ctx).size).toBe(1)
    for (const each of streams) expect((await each.next())?.event).toBe('initial_balances')
    await send(weth, { to: other, amount: 1n })
    const received = await Promise.all(streams.map((each) => each.next()))
    expect(new Set(received.map((event) => JSON.stringify(event))).size).toBe(1)
    for (const each of streams) each.close()
    await expect.poll(() => balanceWatches(fixture.ctx).size).toBe(0)
  })

  test('subscribers with many tokens do not lock others out of an account', async () => {
    const junk = (index: number) =>
      Array.from(
        { length: 100 },
        (_, i) => `0x${String(index * 100 + i).padStart(40, 'c')}` as Address,
      )
    const fillers = await Promise.all([0, 1, 2, 3, 4].map((index) => open(junk(index), other)))
    const reader = await open([weth], other)
    expect((await reader.next())?.event).toBe('initial_balances')
    expect(balanceWatches(fixture.ctx).size).toBe(2)
    await send(weth, { to: other, amount: 1n })
    expect((await reader.next())?.event).toBe('balance_update')
    for (const each of [...fillers, reader]) each.close()
    await expect.poll(() => balanceWatches(fixture.ctx).size).toBe(0)
  })
})
