import { placeOrder, testAccount } from '@/e2e/support/service-api'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'

/** The owner of the orders on the listed pages: the pages' demo account `demo`. */
export const orderOwner = { account: testAccount(8), demo: 'Demo account 9' } as const

/**
 * Returns every kind of page of a running service by its name. Places two orders: one out of the market, and one that
 * is settled, for the pages of its auction and its transaction.
 */
export async function listPages(url: string): Promise<Readonly<Record<string, string>>> {
  const { account } = orderOwner
  await fetch(`${url}/mainnet/faucet`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address: account.address }),
  })
  const terms = { network: 'mainnet', account, sellToken: weth, buyToken: usdc } as const
  const sellAmount = 10n ** 15n
  await placeOrder(url, { ...terms, sellAmount, buyAmount: 1n })
  const { auctionId, transactionHash } = await awaitSettlement(url)
  const uid = await placeOrder(url, { ...terms, sellAmount, buyAmount: 10n ** 12n })
  return {
    swap: '/',
    limit: '/limit',
    schedule: '/schedule',
    orders: '/orders',
    order: `/orders/${uid}?chain=mainnet`,
    portfolio: '/portfolio',
    inbox: '/notifications',
    rewards: '/affiliate',
    auctions: '/auctions',
    auction: `/auctions/${auctionId}`,
    tx: `/tx/mainnet/${transactionHash}`,
    tokens: '/tokens',
    token: `/tokens/mainnet/${weth}`,
    find: '/find?q=usd',
    status: '/status',
    embed: '/embed',
    docs: '/docs',
    docsSection: '/docs/order-book',
    404: '/no-such-page',
  }
}

type Listed = { readonly auctionId: number; readonly transactionHashes: readonly string[] }

/** Waits for a settled auction and returns the newest. */
async function awaitSettlement(url: string) {
  for (const end = Date.now() + 60_000; Date.now() < end; ) {
    const auctions = (await (await fetch(`${url}/mainnet/auctions`)).json()) as readonly Listed[]
    for (const { auctionId, transactionHashes } of auctions) {
      const [transactionHash] = transactionHashes
      if (transactionHash) return { auctionId, transactionHash }
    }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('no auction was settled within a minute')
}
