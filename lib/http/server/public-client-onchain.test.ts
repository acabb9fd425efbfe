// The public npm client's transactions: orders signed, placed and cancelled on chain.
import { SigningScheme } from '@cowprotocol/cow-sdk'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { toAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { createRpc, sendTransaction } from '@/lib/devnet/rpc'
import { signAsSafe } from '@/lib/testing/auctions/solver-fixture'
import { approve } from '@/lib/testing/chain/chain-actions'
import { type ClientFixture, soldAmount } from '@/lib/testing/orders/client-fixture'
import { test } from '@/lib/testing/test'

/** In the client's spelling. */
const nativeToken = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

let fixture: ClientFixture

test.beforeAll(({ client }) => {
  fixture = client
})

test('cancels an order on chain', async () => {
  const { orderId } = await fixture.sdk.postLimitOrder(fixture.patientSale(10n ** 13n))
  // Sent like a browser wallet: with its own private key, the client encodes a `value` that nodes reject.
  const signer = toAccount(fixture.owner) as never
  await fixture.mined(await fixture.sdk.onChainCancelOrder({ orderUid: orderId, signer }))
  expect(await fixture.api.getOrder(orderId)).toMatchObject({
    status: 'cancelled',
    onchainUser: fixture.owner,
  })
})

test('settles a presign order once its presignature is on chain', async () => {
  const signingScheme = SigningScheme.PRESIGN
  const { orderId } = await fixture.sdk.postSwapOrder(fixture.swap(), {
    quoteRequest: { signingScheme },
    additionalParams: { signingScheme },
  })
  expect(await fixture.api.getOrder(orderId)).toMatchObject({
    status: 'open',
    signingScheme: 'presign',
  })
  expect((await fixture.settle()).state).toBe('idle')
  await fixture.mined(
    await fixture.send(await fixture.sdk.getPreSignTransaction({ orderUid: orderId })),
  )
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.api.getOrder(orderId)).toMatchObject({ status: 'fulfilled' })
})

test('places an order that sells the native token on chain, and settles it', async () => {
  const { orderId, txHash } = await fixture.sdk.postSellNativeCurrencyOrder({
    ...fixture.swap(),
    sellToken: nativeToken,
  })
  await fixture.mined(txHash ?? '')
  const placed = await fixture.api.getOrder(orderId)
  expect(placed).toMatchObject({ status: 'open', owner: fixture.owner, onchainUser: fixture.owner })
  expect(placed.sellToken).toBe(nativeToken)
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.api.getOrder(orderId)).toMatchObject({ status: 'fulfilled' })
})

test('cancels an order that sells the native token on chain', async () => {
  const { orderId, txHash } = await fixture.sdk.postSellNativeCurrencyOrder({
    ...fixture.swap(),
    sellToken: nativeToken,
    amount: String(2n * soldAmount),
  })
  await fixture.mined(txHash ?? '')
  const signer = toAccount(fixture.owner) as never
  await fixture.mined(await fixture.sdk.onChainCancelOrder({ orderUid: orderId, signer }))
  expect(await fixture.api.getOrder(orderId)).toMatchObject({ status: 'cancelled' })
  expect((await fixture.settle()).state).toBe('idle')
})

test('accepts an ERC-1271 signature of a contract wallet', async () => {
  const { safeWallet, safeOwnerKey } = fixture.network.fixtures!
  const rpc = createRpc(fixture.network.rpcUrl)
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [safeWallet, soldAmount],
  })
  await sendTransaction(rpc, { from: fixture.owner, to: fixture.sellToken, data })
  const approval = { owner: safeWallet, spender: defaultVaultRelayer, amount: soldAmount }
  await rpc('anvil_impersonateAccount', [safeWallet])
  await rpc('anvil_setBalance', [safeWallet, toHex(soldAmount)])
  await approve(fixture.network.rpcUrl, { token: fixture.sellToken, ...approval })
  const { orderId } = await fixture.sdk.postSwapOrder(
    { ...fixture.swap(), owner: safeWallet },
    {
      quoteRequest: { signingScheme: SigningScheme.EIP1271 },
      additionalParams: {
        signingScheme: SigningScheme.EIP1271,
        customEIP1271Signature: async (order) =>
          signAsSafe(order as never, { safe: safeWallet, ownerKey: safeOwnerKey }),
      },
    },
  )
  expect((await fixture.settle()).state).toBe('mined')
  const order = await fixture.api.getOrder(orderId)
  expect(order).toMatchObject({ status: 'fulfilled', owner: safeWallet, signingScheme: 'eip1271' })
})
