// What the public npm client does by transactions: orders signed, placed and cancelled on chain.
import { SigningScheme } from '@cowprotocol/cow-sdk'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { toAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { signAsSafe } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { type ClientDesk, openClientDesk, soldAmount } from '@/lib/testing/orders/client-fixture'

/** As the client writes it. */
const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

let desk: ClientDesk

beforeAll(async () => {
  desk = await openClientDesk()
})

afterAll(() => desk?.close())

test('an order is cancelled on chain', async () => {
  const { orderId } = await desk.sdk.postLimitOrder(desk.patientSale(10n ** 13n))
  // As a browser's wallet would send it; with a key of its own the client writes a value that no node reads.
  const signer = toAccount(desk.owner) as never
  await desk.mined(await desk.sdk.onChainCancelOrder({ orderUid: orderId, signer }))
  expect(await desk.api.getOrder(orderId)).toMatchObject({
    status: 'cancelled',
    onchainUser: desk.owner,
  })
})

test('a presign order waits for its signature on chain, then is settled', async () => {
  const signingScheme = SigningScheme.PRESIGN
  const { orderId } = await desk.sdk.postSwapOrder(desk.swap(), {
    quoteRequest: { signingScheme },
    additionalParams: { signingScheme },
  })
  expect(await desk.api.getOrder(orderId)).toMatchObject({
    status: 'open',
    signingScheme: 'presign',
  })
  expect((await desk.settle()).state).toBe('idle')
  await desk.mined(await desk.send(await desk.sdk.getPreSignTransaction({ orderUid: orderId })))
  expect((await desk.settle()).state).toBe('mined')
  expect(await desk.api.getOrder(orderId)).toMatchObject({ status: 'fulfilled' })
})

test('an order that sells the native token is placed on chain, then settled', async () => {
  const { orderId, txHash } = await desk.sdk.postSellNativeCurrencyOrder({
    ...desk.swap(),
    sellToken: nativeToken,
  })
  await desk.mined(txHash ?? '')
  const placed = await desk.api.getOrder(orderId)
  expect(placed).toMatchObject({ status: 'open', owner: desk.owner, onchainUser: desk.owner })
  expect(placed.sellToken).toBe(nativeToken)
  expect((await desk.settle()).state).toBe('mined')
  expect(await desk.api.getOrder(orderId)).toMatchObject({ status: 'fulfilled' })
})

test('an order that sells the native token is taken back on chain', async () => {
  const { orderId, txHash } = await desk.sdk.postSellNativeCurrencyOrder({
    ...desk.swap(),
    sellToken: nativeToken,
    amount: String(2n * soldAmount),
  })
  await desk.mined(txHash ?? '')
  const signer = toAccount(desk.owner) as never
  await desk.mined(await desk.sdk.onChainCancelOrder({ orderUid: orderId, signer }))
  expect(await desk.api.getOrder(orderId)).toMatchObject({ status: 'cancelled' })
  expect((await desk.settle()).state).toBe('idle')
})

test('the wallet contract of an owner signs by its code', async () => {
  const { safeWallet, safeOwnerKey } = desk.network.fixtures!
  const rpc = createRpc(desk.network.rpcUrl)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [safeWallet, soldAmount],
  })
  await sendTransaction(rpc, { from: desk.owner, to: desk.sellToken, data })
  const approval = { owner: safeWallet, spender: defaultVaultRelayer, amount: soldAmount }
  await rpc('anvil_impersonateAccount', [safeWallet])
  await rpc('anvil_setBalance', [safeWallet, toHex(soldAmount)])
  await approve(desk.network.rpcUrl, { token: desk.sellToken, ...approval })
  const { orderId } = await desk.sdk.postSwapOrder(
    { ...desk.swap(), owner: safeWallet },
    {
      quoteRequest: { signingScheme: SigningScheme.EIP1271 },
      additionalParams: {
        signingScheme: SigningScheme.EIP1271,
        customEIP1271Signature: async (order) =>
          signAsSafe(order as never, { safe: safeWallet, ownerKey: safeOwnerKey }),
      },
    },
  )
  expect((await desk.settle()).state).toBe('mined')
  const order = await desk.api.getOrder(orderId)
  expect(order).toMatchObject({ status: 'fulfilled', owner: safeWallet, signingScheme: 'eip1271' })
})
