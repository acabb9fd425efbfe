import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { NotFound } from '@/components/app/not-found'
import { auctionHref } from '@/components/auctions/auction-href'
import { AccountOrders } from '@/components/orders/list/account-orders'
import { tokenHref } from '@/components/tokens/token-link'
import { transactionHref } from '@/components/tx/transaction-link'
import { Link } from '@/components/ui/link'
import { findTransactionNetwork } from '@/lib/chain/find-network-with'
import { readSearch } from '@/lib/client/read-search'
import { getContext } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { toUnixSeconds } from '@/lib/core/time'
import { findTokenNetwork } from '@/lib/tokens/get-tokens'
import { findNamedTokens } from '@/lib/tokens/list-tokens'
import { loadAccountOrders } from './load-account-orders'

type Query = Readonly<Record<string, string | string[] | undefined>>
type Props = { readonly searchParams: Promise<Query> }

export const metadata: Metadata = { robots: { index: false } }

/** Redirects to the search result; lists an account's orders, and tokens if several match. */
const FindPage = async ({ searchParams }: Props) => {
  const { q } = await searchParams
  const text = typeof q === 'string' ? q.slice(0, 400) : ''
  const ctx = getContext()
  const t = await getTranslations('shell')
  const search = readSearch(text)
  if (search.kind === 'order') redirect(`/orders/${search.uid}`)
  if (search.kind === 'auction') redirect(auctionHref(BigInt(search.id)))
  if (search.kind === 'transaction') {
    const chainId = await findTransactionNetwork(ctx, search.hash)
    redirect(transactionHref(getNetwork(chainId).name, search.hash))
  }
  if (search.kind === 'address') {
    const { address } = search
    const chainId = await findTokenNetwork(ctx, address)
    if (chainId !== undefined) redirect(tokenHref(getNetwork(chainId).name, address))
    const orders = await loadAccountOrders(address)
    if (orders.length > 0) {
      const nowSeconds = toUnixSeconds(ctx.now())
      return <AccountOrders account={address} {...{ orders, nowSeconds }} />
    }
  }
  const tokens = search.kind === 'token' ? await findNamedTokens(ctx, search.text) : []
  const [only, ...others] = tokens
  if (only && others.length === 0) redirect(tokenHref(getNetwork(only.chainId).name, only.address))
  return (
    <NotFound title={only ? t('find.several') : t('find.none')} searched={text}>
      {only ? (
        <ul className="grid">
          {tokens.map(({ chainId, address, symbol, name }) => (
            <li key={`${chainId} ${address}`}>
              <Link
                href={tokenHref(getNetwork(chainId).name, address)}
                className="inline-flex min-h-11 items-center underline underline-offset-4"
              >
                {t('find.token', { symbol, name, network: getNetwork(chainId).title })}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        t('find.noneText')
      )}
    </NotFound>
  )
}

export default FindPage
