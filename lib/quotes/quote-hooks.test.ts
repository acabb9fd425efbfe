import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { Hooks } from '@/lib/app-data/metadata'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import { type Address, toAddress } from '@/lib/core/address'
import { ceilDiv } from '@/lib/core/amount'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { priceScale } from '@/lib/market/prices/native-price'
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
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { saveTokenSlots } from '@/lib/tokens/token-store'
import { getQuote } from './get-quote'
import type { QuoteRequest } from './quote'

const ether = 10n ** 18n
const traderKey = `0x${'a7'.repeat(32)}` as const
let database: TestDatabase
let network: TestNetwork
let ctx: Context
let request: QuoteRequest

test.beforeAll(async ({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
  ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1' },
  })
  await createRpc(network.rpcUrl)('anvil_setCode', [counter, counterCode])
  await createRpc(network.rpcUrl)('anvil_setCode', [forwarder, forwarderCode])
  const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
  request = testQuoteRequest({ sellToken, buyToken })
  // The first quote reads every pool, which may exceed the quote timeout on a busy machine.
  await quote({}).catch(() => undefined)
})

const quote = (change: Partial<QuoteRequest>, hooks: Partial<Hooks> = {}) =>
  getQuote(ctx, { ...request, appData: hooksDocument(hooks), ...change })

test('hooks raise the fee by exactly their gas limits', async () => {
  const hooks = { pre: [countHook, countHook], post: [countHook] }
  const [plain, hooked] = [await quote({}), await quote({}, hooks)]
  expect(hooked.verified).toBe(true)
  expect(hooked.cost).toEqual({ ...plain.cost, gas: plain.cost.gas + 180_000n })
  const { gas, gasPrice, sellTokenPrice } = hooked.cost
  expect(hooked.feeAmount).toBe(ceilDiv(gas * gasPrice * priceScale, sellTokenPrice))
  const added = ceilDiv(180_000n * gasPrice * priceScale, sellTokenPrice)
  const difference = hooked.feeAmount - plain.feeAmount
  expect([added, added - 1n]).toContain(difference)
  expect(hooked.sellAmount + hooked.feeAmount).toBe(ether)
})

test('a contract signature raises the fee by the stated gas', async () => {
  const [plain, signed] = [await quote({}), await quote({ signingScheme: 'eip1271' })]
  expect(signed.cost.gas - plain.cost.gas).toBe(27_000n)
  const limited = await quote({ signingScheme: 'eip1271', verificationGasLimit: 50_000n })
  expect(limited.cost.gas - plain.cost.gas).toBe(50_000n)
  const stored = await ctx.db.quote.findMany({ where: { id: { in: [plain.id!, signed.id!] } } })
  expect(new Set(stored.map(({ gasAmount }) => gasAmount)).size).toBe(1)
})

test('SellAmountDoesNotCoverFee when the hooks alone cost more than the sell amount', async () => {
  const post = [{ ...countHook, gasLimit: 10n ** 15n }]
  await expect(quote({}, { post })).rejects.toMatchObject({ code: 'SellAmountDoesNotCoverFee' })
})

test('verifies a quote funded by its pre-hooks', async () => {
  const token = network.tokens.DAI ?? '0x'
  // The token reports a wrong storage slot for its balances, so overriding that slot funds nobody.
  await saveTokenSlots(
    ctx.db,
    { chainId: 1, address: token },
    { balanceSlot: 50, allowanceSlot: 51 },
  )
  const { address, privateKey } = { ...privateKeyToAccount(traderKey), privateKey: traderKey }
  const owner = { address: toAddress(address), privateKey }
  const value = 1_000n * ether
  const give = (to: Address) =>
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, value] })
  const rpc = createRpc(network.rpcUrl)
  const from = network.accounts[1]?.address ?? '0x'
  await sendTransaction(rpc, { from, to: token, data: give(forwarder) })
  const fund = forwardHook({ to: token, data: give(owner.address) })
  const permit = await permitHook(ctx, { token, owner, value })
  const size = { kind: 'sell', sellAmountBeforeFee: value } as const
  const ask = (pre: Hooks['pre']) =>
    quote({ from: owner.address, sellToken: token, size }, { pre }).then(({ verified }) => verified)
  expect(await ask([fund, permit])).toBe(true)
  expect(await ask([fund])).toBe(false)
  expect(await ask([permit])).toBe(false)
})

test.each(['verified', 'optimal'] as const)(
  'is unverified if a pre-hook removes the sell token: %s',
  async (priceQuality) => {
    const sellToken = request.sellToken
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [counter, 1n],
    })
    const away = forwardHook({ to: sellToken, data })
    const from = forwarder
    expect((await quote({ from, priceQuality })).verified).toBe(true)
    expect((await quote({ from, priceQuality }, { pre: [away] })).verified).toBe(false)
  },
)

test('reads the received amount before post-hooks pass it on', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [counter, 1n] })
  const post = [forwardHook({ to: request.buyToken, data })]
  expect((await quote({ receiver: forwarder }, { post })).verified).toBe(true)
})

test('does not verify an order that exceeds the gas of a settlement', async () => {
  const post = [{ ...countHook, gasLimit: 8_000_000n }]
  const size = { kind: 'sell', sellAmountAfterFee: ether } as const
  expect((await quote({ size }, { post })).verified).toBe(false)
})
