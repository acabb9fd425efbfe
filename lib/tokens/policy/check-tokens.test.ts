import { encodeFunctionData, parseAbi } from 'viem'
import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { isRebasing } from '@/lib/core/assets'
import { networks } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import { findHolder } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { openUntrustedMarket } from '@/lib/testing/chain/untrusted-market'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { checkTokens } from './check-tokens'

const ether = 10n ** 18n
const abi = parseAbi(['function rebase(uint256)', 'function mint(address,uint256)'])

let fixture: SolverFixture
let by: Address

test.beforeAll(({ solver }) => {
  fixture = solver
  by = fixture.network.accounts[2]?.address ?? '0x'
})

/** The context of a separate process, and the number of requests it has sent. */
function otherProcess(): { readonly ctx: Context; readonly requestCount: () => number } {
  let requests = 0
  const ctx = createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    fetch: (...request) => {
      requests += 1
      return fetch(...request)
    },
  })
  return { ctx, requestCount: () => requests }
}

const openMarket = (kind: 'plain' | 'feeOnTransfer' | 'rebasing') =>
  openUntrustedMarket(fixture, {
    by,
    kind,
    pairs: [{ token: fixture.token('WETH'), held: ether, own: 1_000n * ether }],
  })

const fromPools = (ctx: Context) => async (token: Address) =>
  findHolder((await readPools(ctx, { chainId: 1, tokens: [token] })).pools, token)

const check = (ctx: Context, token: Address) =>
  checkTokens(ctx, { chainId: 1, addresses: [token], holderOf: fromPools(ctx) })

const send = (to: Address, functionName: 'rebase' | 'mint', args: readonly unknown[]) => {
  const data = encodeFunctionData({ abi, functionName, args } as Parameters<
    typeof encodeFunctionData
  >[0])
  return sendTransaction(fixture.rpc, { from: by, to, data })
}

/** Mines enough blocks that nodes have pruned the earlier state. */
const passBlocks = () => fixture.rpc('anvil_mine', ['0x78'])

/** Mines enough blocks that a node surely has all logs. */
const passFew = () => fixture.rpc('anvil_mine', ['0x8'])

test('rejects an untracked token once its transfers do not add up', async () => {
  const token = await openMarket('rebasing')
  await passBlocks()
  await expect(check(otherProcess().ctx, token)).resolves.toBeInstanceOf(Map)
  await send(token, 'rebase', [1_010n * ether])
  await passFew()
  const refusal = { code: 'UnsupportedToken', message: expect.stringContaining(token) }
  await expect(check(otherProcess().ctx, token)).rejects.toMatchObject(refusal)
  await expect(check(otherProcess().ctx, token)).rejects.toThrow(
    'its balances change by themselves',
  )
})

test('accepts a token whose transfers add up, with a single test', async () => {
  const token = await openMarket('plain')
  await passBlocks()
  const { ctx, requestCount } = otherProcess()
  const pool = (await fromPools(ctx)(token)) ?? '0x'
  // A mint to a pool is a transfer too.
  await send(token, 'mint', [pool, ether])
  await passFew()
  await check(ctx, token)
  const before = requestCount()
  expect(before).toBeGreaterThan(0)
  await check(ctx, token)
  expect(requestCount()).toBe(before)
})

test('detects a fee on transfer from the seller where no pool holds the token', async () => {
  const token = await openMarket('feeOnTransfer')
  await send(token, 'mint', [by, 5n * ether])
  const addresses = [token]
  const order = { chainId: 1, addresses, holderOf: () => undefined }
  const { ctx } = otherProcess()
  await expect(checkTokens(ctx, order)).resolves.toBeInstanceOf(Map)
  const seller = { token, account: by }
  const refusal = { code: 'UnsupportedToken', message: expect.stringContaining(token) }
  await expect(checkTokens(ctx, { ...order, seller })).rejects.toMatchObject(refusal)
  await expect(checkTokens(ctx, order)).rejects.toThrow('it takes a fee on transfer')
})

test('every network has a list of rebasing tokens', () => {
  const known: readonly [number, Address][] = [
    [1, '0xae7ab96520de3a18e5e111b5eaab095312d7fe84'],
    [100, '0xd0dd6cef72143e22cced4867eb0d5f2328715533'],
    [42161, '0x724dc807b04555b71ed48a6896b6f41593b8c637'],
    [8453, '0xdbfefd2e8460a6ee4955a68582f85708baea60a3'],
    [11155111, '0x3e3fe7dbc6b4c189e7128855dd526361c49b40af'],
  ]
  expect(known.map(([chainId]) => chainId)).toEqual(networks.map(({ chainId }) => chainId))
  for (const [chainId, token] of known) expect(isRebasing(chainId, token)).toBe(true)
  expect(isRebasing(1, '0x64aa3364f17a4d01c6f1751fd97c2bd3d7e7f1d5')).toBe(false)
})
