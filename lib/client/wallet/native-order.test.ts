import { defineChain, parseEventLogs } from 'viem'
import { expect } from 'vitest'
import { type Config, createConfig, http } from 'wagmi'
import { connect, getBalance, waitForTransactionReceipt } from 'wagmi/actions'
import { onchainOrdersAbi } from '@/lib/chain/contract-abis'
import { demoAddresses } from '@/lib/client/wallet/connectors/demo-accounts'
import { demoConnector } from '@/lib/client/wallet/connectors/demo-connector'
import { defaultSettlement, getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import { maxUint32 } from '@/lib/core/time'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { estimateInvalidation, sendInvalidation } from './invalidate-order'
import { buildOwnedSale, type NativeSale, sendSale } from './native-order'

const sender = demoAddresses[1] ?? '0x'
let network: TestNetwork
let config: Config
test.beforeAll(async ({ network: mainnet }) => {
  network = mainnet
  const chain = defineChain({
    ...{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    rpcUrls: { default: { http: [network.rpcUrl] } },
  })
  const connector = demoConnector(1, [1])
  const transports = { 1: http(network.rpcUrl) }
  config = createConfig({ chains: [chain], transports, connectors: [connector], storage: null })
  const [wallet] = config.connectors
  if (wallet) await connect(config, { connector: wallet })
})

const sale = (): NativeSale => ({
  ...{ chainId: 1, settlementContract: defaultSettlement, nativeOrders: nativeOrdersContract },
  ...{ sender, quoteId: 7 },
  order: completeOrder({
    sellToken: getNetwork(1).wrappedNative,
    buyToken: getNetwork(1).usdToken,
    receiver: sender,
    sellAmount: 10n ** 17n,
    buyAmount: 200n,
    validTo: Math.floor(Date.now() / 1000) + 1_800,
  }),
})

/** Places the sale; returns its cost and the contract's record. */
async function place(asked: NativeSale) {
  const owned = await buildOwnedSale(config, asked)
  const held = () => getBalance(config, { address: nativeOrdersContract })
  const before = await held()
  const hash = await sendSale(config, asked, owned)
  const { logs } = await waitForTransactionReceipt(config, { hash })
  const [placed] = parseEventLogs({ abi: onchainOrdersAbi, logs, eventName: 'OrderPlacement' })
  return { owned, paid: (await held()).value - before.value, placed: placed?.args }
}

test('the native token is paid to the contract, which owns an order that never expires', async () => {
  const asked = sale()
  const { owned, paid, placed } = await place(asked)
  expect(paid).toBe(asked.order.sellAmount)
  expect(owned.order).toEqual({ ...asked.order, validTo: maxUint32 })
  expect(owned.uid.slice(66)).toBe(`${nativeOrdersContract.slice(2)}ffffffff`)
  expect(placed?.sender.toLowerCase()).toBe(sender)
  expect(placed?.order).toMatchObject({ buyAmount: 200n, validTo: maxUint32 })
  // The contract stores its own expiry and the quote id in addition to the order.
  expect(placed?.data).toBe(`0x${(7).toString(16).padStart(16, '0')}${hex(asked.order.validTo)}`)
})

test('a duplicate of an earlier order asks for one atom less, so that the contract accepts it', async () => {
  const asked = { ...sale(), order: { ...sale().order, sellAmount: 10n ** 16n } }
  const first = await place(asked)
  const second = await place(asked)
  expect([first, second].map(({ owned }) => owned.order.buyAmount)).toEqual([200n, 199n])
  expect(second.placed?.order.buyAmount).toBe(199n)
})

test('an order without a quote says so', async () => {
  const { placed } = await place({ ...sale(), quoteId: null, sender })
  expect(placed?.data.slice(0, 18)).toBe('0xffffffffffffffff')
})

test('the sender cancels at the contract, which refunds the rest', async () => {
  const asked = { ...sale(), order: { ...sale().order, sellAmount: 3n * 10n ** 17n } }
  const { owned } = await place(asked)
  const { receiver, appData } = owned.order
  const order = {
    ...owned.order,
    ...{ uid: owned.uid, owner: nativeOrdersContract, placement: { sender, receiver, appData } },
  }
  const invalidation = { chainId: 1, settlementContract: defaultSettlement, order }
  const cost = await estimateInvalidation(config, invalidation)
  const held = () => getBalance(config, { address: sender })
  const before = await held()
  await waitForTransactionReceipt(config, { hash: await sendInvalidation(config, invalidation) })
  const gained = (await held()).value - before.value
  expect(gained).toBeGreaterThan(asked.order.sellAmount - 2n * cost)
  expect(gained).toBeLessThan(asked.order.sellAmount)
})

const hex = (value: number) => value.toString(16).padStart(8, '0')
