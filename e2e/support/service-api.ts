import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  erc20Abi,
  http,
  keccak256,
  type LocalAccount,
  maxUint256,
  stringToBytes,
} from 'viem'
import {
  generatePrivateKey,
  type HDAccount,
  mnemonicToAccount,
  privateKeyToAccount,
} from 'viem/accounts'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import type { Settings } from '@/lib/api/docs/pages'
import type { Address } from '@/lib/core/address'
import { type Order, orderDomain, orderTypes } from '@/lib/core/order'

/** Returns a funded test account of the embedded networks; the demo wallet uses the same accounts. */
export const testAccount = (index: number): HDAccount =>
  mnemonicToAccount('test test test test test test test test test test test junk', {
    addressIndex: index,
  })

/** Reads the public settings of the service under test. */
export async function fetchSettings(baseUrl: string): Promise<Settings> {
  return (await fetch(`${baseUrl}/settings.json`)).json() as Promise<Settings>
}

type Terms = Partial<Order> & {
  readonly network: string
  readonly account: LocalAccount
  /** App data document; default `{}`. */
  readonly document?: string
  /** Places it with signing scheme `presign`, awaiting the on-chain presignature. */
  readonly isPresigned?: boolean
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/** Approves, signs and submits an order through the API; returns its UID. */
export async function placeOrder(baseUrl: string, terms: Terms): Promise<string> {
  const { account, network: name, document = '{}', isPresigned = false, ...overrides } = terms
  const settings = await fetchSettings(baseUrl)
  const chainId = embeddedNetwork(settings, name).chainId
  await approveToken(baseUrl, { ...terms, token: terms.sellToken, amount: maxUint256 })
  const order: Order = {
    receiver: account.address,
    validTo: Math.floor(Date.now() / 1000) + 3600,
    appData: keccak256(stringToBytes(document)),
    feeAmount: 0n,
    kind: 'sell',
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    ...overrides,
  }
  const signature = await account.signTypedData({
    domain: orderDomain(chainId, settings.settlementContract as Address),
    types: orderTypes,
    primaryType: 'Order',
    message: order,
  })
  const authorization = isPresigned
    ? { from: account.address, signingScheme: 'presign', signature: '0x' }
    : { from: account.address, signingScheme: 'eip712', signature }
  const body = { ...order, ...authorization, appData: document }
  const submit = () =>
    fetch(`${baseUrl}/${name}/api/v1/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
    })
  let answer = await submit()
  // Retry like any client: a busy service returns 500, and 429 above its rate limit, which all journeys share.
  for (let tries = 1; [429, 500].includes(answer.status) && tries < 5; tries += 1) {
    await setTimeout(1_000)
    answer = await submit()
  }
  const uid: unknown = await answer.json()
  if (answer.status !== 201) throw new Error(`the order was rejected: ${JSON.stringify(uid)}`)
  return uid as string
}

type Approval = {
  readonly network: string
  readonly account: LocalAccount
  readonly token: Address
  readonly amount: bigint
}

/** Approves the vault relayer for a token; returns the transaction hash once mined. */
export async function approveToken(baseUrl: string, approval: Approval): Promise<Address> {
  const { account, token, amount } = approval
  const settings = await fetchSettings(baseUrl)
  const { chainId, rpcUrl } = embeddedNetwork(settings, approval.network)
  const chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const reader = createPublicClient({ chain, transport: http() })
  const hash = await createWalletClient({ account, chain, transport: http() }).writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [settings.vaultRelayerContract as Address, amount],
  })
  await reader.waitForTransactionReceipt({ hash })
  return hash
}

function embeddedNetwork({ networks }: Settings, name: string) {
  const network = networks.find((served) => served.name === name)
  if (!network?.rpcUrl) throw new Error(`${name} is not embedded here`)
  return { chainId: network.chainId, rpcUrl: network.rpcUrl }
}

/** Funds an account with test tokens and native coin from the faucet of the service under test. */
export async function fund(
  baseURL: string | undefined,
  address: string,
  network = 'sepolia',
): Promise<void> {
  // A busy chain may not answer in time at first.
  await expect(async () => {
    const response = await fetch(`${baseURL}/${network}/faucet`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address }),
    })
    expect(response.status).toBe(200)
  }).toPass({ timeout: 60_000 })
}

/** Registers a new wallet with a new affiliate code through the API. */
export async function registerFreshCode(baseUrl: string) {
  const privateKey = generatePrivateKey()
  const account = privateKeyToAccount(privateKey)
  const walletAddress = account.address.toLowerCase() as Address
  const code = `E2E-${walletAddress.slice(2, 12).toUpperCase()}`
  const { affiliateName } = await fetchSettings(baseUrl)
  const typedData = affiliateTypedData(affiliateName, { walletAddress, code })
  const answer = await fetch(`${baseUrl}/affiliate/${walletAddress}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      walletAddress,
      code,
      signedMessage: await account.signTypedData(typedData),
    }),
  })
  if (answer.status !== 201) throw new Error(`the code was rejected: ${await answer.text()}`)
  return { privateKey, walletAddress, code }
}
