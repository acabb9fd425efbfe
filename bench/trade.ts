import { createWalletClient, http, maxUint256, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { defaultSettlement, defaultVaultRelayer, getNetwork } from '@/lib/core/networks'
import { orderDomain, orderTypes } from '@/lib/core/order'
import { getTestAccount } from '@/lib/devnet/accounts'

/** A test account that trades on an instance. */
export type Trader = Awaited<ReturnType<typeof approveRelayer>>

const { wrappedNative, usdToken } = getNetwork(1)

/** Prepares a test account of the embedded mainnet to sell its wrapped native token. */
export async function approveRelayer(url: string) {
  const account = privateKeyToAccount(getTestAccount(5).privateKey)
  const wallet = createWalletClient({
    account,
    chain: mainnet,
    transport: http(`${url}/mainnet/rpc`),
  }).extend(publicActions)
  const hash = await wallet.writeContract({
    address: wrappedNative,
    abi: erc20Abi,
    functionName: 'approve',
    args: [defaultVaultRelayer, maxUint256],
  })
  await wallet.waitForTransactionReceipt({ hash })
  return { url, account, wallet }
}

/** Quotes, signs and submits an order; returns the milliseconds from submission to fulfilled. */
export async function tradeOnce({ url, account, wallet }: Trader): Promise<number> {
  const { quote } = await call(url, 'POST', 'quote', {
    kind: 'sell',
    sellAmountBeforeFee: '50000000000000000',
    sellToken: wrappedNative,
    buyToken: usdToken,
    from: account.address,
  })
  const order = {
    ...quote,
    sellAmount: BigInt(quote.sellAmount) + BigInt(quote.feeAmount),
    buyAmount: (BigInt(quote.buyAmount) * 99n) / 100n,
    feeAmount: 0n,
    appData: quote.appDataHash,
  }
  const signature = await wallet.signTypedData({
    domain: orderDomain(1, defaultSettlement),
    types: orderTypes,
    primaryType: 'Order',
    message: order,
  })
  const began = performance.now()
  const uid = await call(url, 'POST', 'orders', { ...order, from: account.address, signature })
  for (;;) {
    const { status } = await call(url, 'GET', `orders/${uid}`)
    if (status === 'fulfilled') return performance.now() - began
    if (status !== 'open') throw new Error(`the order is ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function call(url: string, method: string, path: string, body?: unknown) {
  const asText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  const response = await fetch(`${url}/mainnet/api/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body, asText) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return response.json()
}
