import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  maxUint256,
} from 'viem'
import { type HDAccount, mnemonicToAccount } from 'viem/accounts'
import type { Settings } from '@/lib/api/pages'
import type { Address } from '@/lib/core/address'
import { type Order, orderDomain, orderTypes } from '@/lib/core/order'

/** A test account of the embedded networks; the demo wallet offers the same ones. */
export const testAccount = (index: number): HDAccount =>
  mnemonicToAccount('test test test test test test test test test test test junk', {
    addressIndex: index,
  })

/** What the pages are told of the service under test. */
export async function fetchSettings(baseUrl: string): Promise<Settings> {
  return (await fetch(`${baseUrl}/settings.json`)).json() as Promise<Settings>
}

type Terms = {
  readonly network: string
  readonly account: HDAccount
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/** Approves, signs and submits an order by HTTP as any client would, and returns its uid. */
export async function placeOrder(baseUrl: string, terms: Terms): Promise<string> {
  const { account, network: name, ...amounts } = terms
  const settings = await fetchSettings(baseUrl)
  const network = settings.networks.find((served) => served.name === name)
  if (!network?.rpcUrl) throw new Error(`${name} is not embedded here`)
  const { chainId, rpcUrl } = network
  await approve({ ...terms, chainId, rpcUrl, spender: settings.vaultRelayerContract as Address })
  const order: Order = {
    ...amounts,
    receiver: account.address,
    validTo: Math.floor(Date.now() / 1000) + 3600,
    appData: `0x${'0'.repeat(64)}`,
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  }
  const signature = await account.signTypedData({
    domain: orderDomain(chainId, settings.settlementContract as Address),
    types: orderTypes,
    primaryType: 'Order',
    message: order,
  })
  const body = { ...order, from: account.address, signingScheme: 'eip712', signature }
  const answer = await fetch(`${baseUrl}/${name}/api/v1/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
  })
  const uid: unknown = await answer.json()
  if (answer.status !== 201) throw new Error(`the order was refused: ${JSON.stringify(uid)}`)
  return uid as string
}

type Approval = {
  readonly account: HDAccount
  readonly chainId: number
  readonly rpcUrl: string
  readonly sellToken: Address
  readonly spender: Address
}

async function approve({ account, chainId, rpcUrl, sellToken, spender }: Approval): Promise<void> {
  const chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const reader = createPublicClient({ chain, transport: http() })
  const hash = await createWalletClient({ account, chain, transport: http() }).writeContract({
    address: sellToken,
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, maxUint256],
  })
  await reader.waitForTransactionReceipt({ hash })
}
