import {
  OrderBookApi,
  OrderBookApiError,
  OrderKind,
  SupportedChainId,
  TradingSdk,
} from '@cowprotocol/cow-sdk'
import { ViemAdapter } from '@cowprotocol/sdk-viem-adapter'
import { createPublicClient, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { expect } from 'vitest'
import type { ServiceFixture } from '@/lib/testing/http/service-fixture'

const chainId = SupportedChainId.MAINNET

/** The amount that {@link ClientFixture} sells: 0.1 wrapped native tokens. */
export const soldAmount = 10n ** 17n

/** The public npm client, installed as published, against the service of a {@link ServiceFixture}. */
export type ClientFixture = ServiceFixture & {
  readonly api: OrderBookApi
  readonly sdk: TradingSdk
  /** The owner that the client signs for; it has approved WETH to the vault relayer. */
  readonly owner: Hex
  readonly privateKey: Hex
  readonly sellToken: Hex
  readonly buyToken: Hex
  /** Opens the client's order book under another name of the network. */
  readonly openApi: (network: string) => OrderBookApi
  /** Parameters of a sale that the market fills at once. */
  readonly swap: () => Pair & { amount: string; slippageBps: number }
  /** Parameters of a sale whose limit price is out of the market. */
  readonly patientSale: (buyAmount?: bigint) => Pair & { sellAmount: string; buyAmount: string }
  /** Sends a transaction prepared by the client, signed by the owner. */
  readonly send: (transaction: { to: string; data: string; value: string }) => Promise<Hex>
  /** Waits for a transaction to be mined and indexes its block. */
  readonly mined: (txHash: string) => Promise<void>
}

type Pair = {
  readonly kind: OrderKind
  readonly sellToken: Hex
  readonly sellTokenDecimals: number
  readonly buyToken: Hex
  readonly buyTokenDecimals: number
}

/** Opens the fixture on a service. */
export async function openClientFixture(service: ServiceFixture): Promise<ClientFixture> {
  const { accounts, tokens, rpcUrl } = service.network
  const { address: owner, privateKey } = accounts[1]!
  const [sellToken, buyToken] = [tokens.WETH!, tokens.USDC!]
  const kind = OrderKind.SELL
  const pair = { kind, sellToken, sellTokenDecimals: 18, buyToken, buyTokenDecimals: 6 }
  const openApi: ClientFixture['openApi'] = (network) => {
    const baseUrls = { [chainId]: `${service.url}/${network}` } as Record<SupportedChainId, string>
    return new OrderBookApi({ chainId, baseUrls })
  }
  const api = openApi('mainnet')
  const transport = http(rpcUrl)
  const provider = createPublicClient({ chain: mainnet, transport, pollingInterval: 50 })
  const adapter = new ViemAdapter({ provider, signer: privateKey })
  const sdk = new TradingSdk({ chainId, appCode: 'Public client' }, { orderBookApi: api }, adapter)
  const mined: ClientFixture['mined'] = async (hash) => {
    const receipt = await provider.waitForTransactionReceipt({ hash: hash as Hex })
    expect(receipt.status).toBe('success')
    await service.index()
  }
  await mined(await sdk.approveCowProtocol({ tokenAddress: sellToken, amount: 2n ** 128n }))
  const account = privateKeyToAccount(privateKey)
  const wallet = createWalletClient({ account, chain: mainnet, transport })
  return {
    ...{ ...service, api, sdk, owner, privateKey, sellToken, buyToken, openApi, mined },
    swap: () => ({ ...pair, amount: String(soldAmount), slippageBps: 50 }),
    patientSale: (buyAmount = 10n ** 12n) => ({
      ...pair,
      sellAmount: String(soldAmount),
      buyAmount: String(buyAmount),
    }),
    send: ({ to, data, value }) =>
      wallet.sendTransaction({ to: to as Hex, data: data as Hex, value: BigInt(value) }),
  }
}

/** Returns the status and body of the error that a client call rejects with. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ status: number; errorType: string; description: string }> {
  const error = await call.then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(OrderBookApiError)
  const { response, body } = error as OrderBookApiError<{ errorType: string; description: string }>
  return { status: response.status, ...body }
}
