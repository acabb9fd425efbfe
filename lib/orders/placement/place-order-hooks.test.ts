import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Hooks } from '@/lib/app-data/metadata'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { decodeHooks } from '@/lib/chain/simulation/trampoline'
import { type Address, toAddress } from '@/lib/core/address'
import { maxUint256 } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { getTestAccount, type TestAccount } from '@/lib/devnet/accounts'
import { sendAs } from '@/lib/devnet/deploy/place-contract'
import { createRpc, type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { findOrder } from '@/lib/orders/order-store'
import { signAsSafe } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import {
  counter,
  counterCode,
  countHook,
  forwarder,
  forwarderCode,
  forwardHook,
  hooksDocument,
  permitHook,
} from '@/lib/testing/chain/hook-actions'
import { predictSafe } from '@/lib/testing/chain/predict-safe'
import { type OrderFixture, type Terms, trader } from '@/lib/testing/orders/order-fixture'
import { completeOrder, contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { placeOrder } from './place-order'

const ether = 10n ** 18n
const { wrappedNative: weth, hooksTrampoline } = getNetwork(1)
const donor = getTestAccount(2)

let fixture: OrderFixture
let rpc: Rpc
let dai: Address

test.beforeAll(async ({ orders }) => {
  fixture = orders
  rpc = createRpc(fixture.network.rpcUrl)
  dai = fixture.network.tokens.DAI ?? '0x'
  await rpc('anvil_setCode', [counter, counterCode])
  await rpc('anvil_setCode', [forwarder, forwarderCode])
})

const code = (code: string, text = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(text) })
const transfer = (to: Address, value: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })

function newAccount(): TestAccount {
  const privateKey = generatePrivateKey()
  return { address: toAddress(privateKeyToAccount(privateKey).address), privateKey }
}

/** Signs terms with these hooks and submits them, optionally through another RPC. */
async function submit(
  hooks: Partial<Hooks>,
  change: Partial<Terms> = {},
  { account = trader, ctx = fixture.ctx } = {},
): Promise<Hex> {
  const appData = hooksDocument(hooks)
  const terms = { ...change, appData: hashAppData(appData) }
  const input = await fixture.sign(terms, { privateKey: account.privateKey })
  return placeOrder(ctx, { ...input, appData })
}

describe('an order with hooks', () => {
  test('is stored with one trampoline call before the trade and one after', async () => {
    const uid = await submit({ pre: [countHook], post: [countHook, countHook] })
    const { interactions } = (await findOrder(fixture.ctx.db, 1, uid)) ?? {}
    expect(interactions?.pre.map(({ callData }) => decodeHooks(callData))).toEqual([[countHook]])
    expect(interactions?.post).toMatchObject([{ target: hooksTrampoline, value: 0n }])
    expect(decodeHooks(interactions?.post[0]?.callData ?? '0x')).toEqual([countHook, countHook])
  })

  test('needs no allowance when a permit in its pre-hooks grants it', async () => {
    const account = newAccount()
    const value = 5n * ether
    await sendTransaction(rpc, {
      from: donor.address,
      to: dai,
      data: transfer(account.address, value),
    })
    const permit = await permitHook(fixture.ctx, { token: dai, owner: account, value })
    const terms = { sellToken: dai, sellAmount: value }
    await expect(submit({}, terms, { account })).rejects.toEqual(code('InsufficientAllowance'))
    await expect(submit({ post: [permit] }, terms, { account })).rejects.toEqual(
      code('InsufficientAllowance'),
    )
    expect(await submit({ pre: [permit] }, terms, { account })).toHaveLength(114)
    const starved = { ...permit, gasLimit: 10_000n }
    await expect(submit({ pre: [starved] }, terms, { account })).rejects.toEqual(
      code('InsufficientAllowance', 'after the pre-hooks'),
    )
  })

  test('needs no balance when its pre-hooks provide it', async () => {
    const account = newAccount()
    const value = 3n * ether
    await sendTransaction(rpc, { from: donor.address, to: dai, data: transfer(forwarder, value) })
    const permit = await permitHook(fixture.ctx, { token: dai, owner: account, value })
    const fund = forwardHook({ to: dai, data: transfer(account.address, value) })
    const terms = { sellToken: dai, sellAmount: value }
    await expect(submit({ pre: [permit] }, terms, { account })).rejects.toEqual(
      code('InsufficientBalance'),
    )
    expect(await submit({ pre: [permit, fund] }, terms, { account })).toHaveLength(114)
  })

  test('may be owned by a Safe that its pre-hooks deploy', async () => {
    const owner = newAccount()
    const { safe, deploy } = await predictSafe(fixture.ctx, owner.address)
    await sendTransaction(rpc, { from: donor.address, to: weth, data: transfer(safe, 9n * ether) })
    const approval = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [defaultVaultRelayer, maxUint256],
    })
    await sendAs(rpc, { from: safe, to: weth, data: approval })
    await rpc('anvil_setNonce', [safe, '0x0'])
    const place = async (pre: Hooks['pre'], signer: TestAccount) => {
      const appData = hooksDocument({ pre })
      const order = completeOrder(fixture.terms({ appData: hashAppData(appData) }))
      const signature = await signAsSafe(order, { safe, ownerKey: signer.privateKey })
      const by = { from: safe, signingScheme: 'eip1271', signature } as const
      return placeOrder(fixture.ctx, { ...contractSubmission(order, by), appData })
    }
    await expect(place([], owner)).rejects.toEqual(code('InvalidSignature'))
    await expect(place([deploy], donor)).rejects.toEqual(code('InvalidSignature'))
    expect(await place([deploy], owner)).toHaveLength(114)
  })
})

describe('TooMuchGas', () => {
  test('when hooks request more gas than a settlement allows', async () => {
    const heavy = (gasLimit: bigint) => ({ ...countHook, gasLimit })
    expect(await submit({ post: [heavy(7_800_000n)] })).toHaveLength(114)
    await expect(submit({ post: [heavy(8_000_000n)] })).rejects.toEqual(code('TooMuchGas'))
    const both = { pre: [heavy(4_000_000n)], post: [heavy(4_000_000n)] }
    await expect(submit(both)).rejects.toEqual(code('TooMuchGas', 'lower the gasLimit'))
    const boundless = { pre: [heavy(2n ** 64n - 1n)] }
    await expect(submit(boundless)).rejects.toEqual(code('TooMuchGas'))
  })

  test('when the wallet’s signature check uses the gas left by the hooks', async () => {
    const wallet: Address = `0x${'aa'.repeat(20)}`
    // This much memory is expanded, then the magic value returned.
    const expand = (bytes: string) =>
      rpc('anvil_setCode', [wallet, `0x600162${bytes}52631626ba7e60e01b60005260206000f3`])
    // For 400,000 gas.
    await expand('06a040')
    await sendTransaction(rpc, {
      from: donor.address,
      to: weth,
      data: transfer(wallet, 9n * ether),
    })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [defaultVaultRelayer, maxUint256],
    })
    await sendAs(rpc, { from: wallet, to: weth, data })
    const by = { from: wallet, signingScheme: 'eip1271', signature: '0x01' } as const
    const place = (gasLimit: bigint) => {
      const appData = hooksDocument({ post: [{ ...countHook, gasLimit }] })
      const terms = fixture.terms({ appData: hashAppData(appData) })
      return placeOrder(fixture.ctx, { ...contractSubmission(terms, by), appData })
    }
    const uid = await place(7_400_000n)
    const { signatureGas } = (await findOrder(fixture.ctx.db, 1, uid)) ?? {}
    expect(Number(signatureGas)).toBeGreaterThan(400_000)
    expect(Number(signatureGas)).toBeLessThan(410_000)
    await expect(place(7_500_000n)).rejects.toEqual(code('TooMuchGas'))
    // For a million, more than any wallet may use.
    await expand('0aae60')
    await expect(place(100_000n)).rejects.toEqual(code('InvalidSignature', 'at most 500000'))
  })
})

test('TransferSimulationFailed when balance and allowance suffice but the transfer fails', async () => {
  const token = fixture.network.tokens.COW ?? '0x'
  await approve(fixture.network.rpcUrl, {
    token,
    owner: trader.address,
    spender: defaultVaultRelayer,
    amount: maxUint256,
  })
  expect(await submit({}, { sellToken: token })).toHaveLength(114)
  const original = await rpc('eth_getCode', [token, 'latest'])
  // transferFrom reverts or returns false; every other call returns a large number.
  const dispatch = (end: string): Hex =>
    `0x60003560e01c6323b872dd146024576b${'ff'.repeat(12)}60005260206000f35b${end}`
  for (const end of ['60006000fd', '600060005260206000f3']) {
    await rpc('anvil_setCode', [token, dispatch(end)])
    for (const hooks of [{}, { pre: [countHook] }]) {
      await expect(submit(hooks, { sellToken: token })).rejects.toEqual(
        code('TransferSimulationFailed'),
      )
    }
  }
  await rpc('anvil_setCode', [token, original])
  expect(await submit({}, { sellToken: token })).toHaveLength(114)
})

test('TransferSimulationFailed when the pre-hooks cannot be executed at all', async () => {
  const refusing: Address = `0x${'bb'.repeat(20)}`
  await rpc('anvil_setCode', [refusing, '0x60006000fd'])
  const misplaced = fixture.createContext(fixture.network.rpcUrl, { HOOKS_TRAMPOLINE: refusing })
  const attempt = (hooks: Partial<Hooks>) => submit(hooks, {}, { ctx: misplaced })
  await expect(attempt({ pre: [countHook] })).rejects.toEqual(
    code('TransferSimulationFailed', 'pre-hooks'),
  )
  const logger: Address = `0x${'10'.repeat(20)}`
  await rpc('anvil_setCode', [logger, `0x${'61ea606000a0'.repeat(12)}00`])
  const logging = { target: logger, callData: '0x', gasLimit: 7_000_000n } as const
  await expect(submit({ pre: [logging] })).rejects.toEqual(
    code('TransferSimulationFailed', 'let them do less'),
  )
})

test('an RPC outage during the simulation is InternalServerError, never a verdict', async () => {
  const answer = (response: () => Response) => ({
    ...fixture.ctx,
    fetch: async (url: RequestInfo | URL, init?: RequestInit) =>
      String(init?.body).includes('eth_simulateV1') ? response() : fetch(url, init),
  })
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'method not found' } }
  for (const ctx of [
    answer(() => new Response('', { status: 503 })),
    answer(() => Response.json(error)),
    answer(() => Response.json({ jsonrpc: '2.0', id: 1, result: [] })),
  ]) {
    const outage = { code: 'InternalServerError', retryAfterSeconds: 2 }
    for (const hooks of [{}, { pre: [countHook] }]) {
      await expect(submit(hooks, {}, { ctx })).rejects.toMatchObject(outage)
    }
  }
})
