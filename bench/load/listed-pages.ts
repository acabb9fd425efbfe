import { placeOrder, testAccount } from '@/e2e/place-order'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** Has placed the order of the listed pages: the demo account `demo` of the pages. */
export const orderOwner = { account: testAccount(8), demo: 'Demo account 9' } as const

/** Every kind of page of a running service by its name; the order is placed now, at a price that nobody pays. */
export async function listPages(url: string): Promise<Readonly<Record<string, string>>> {
  const { account } = orderOwner
  await fetch(`${url}/mainnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address }),
  })
  const uid = await placeOrder(url, {
    ...({ network: 'mainnet', account, sellToken: weth, buyToken: usdc } as const),
    ...{ sellAmount: 10n ** 15n, buyAmount: 10n ** 12n },
  })
  return {
    swap: '/',
    orders: '/orders',
    order: `/orders/${uid}?chain=mainnet`,
    inbox: '/notifications',
    rewards: '/affiliate',
    auctions: '/auctions',
    tokens: '/tokens',
    token: `/tokens/mainnet/${weth}`,
    docs: '/docs',
  }
}
