'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useWalletLayer } from '@/components/app/wallet-layer'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { TokenOf } from '@/lib/client/market'
import { claimsOf, noClaim } from '@/lib/client/portfolio/claims'
import { fetchBalances, fetchOpenOrders } from '@/lib/client/portfolio/read-portfolio'
import { usdValue } from '@/lib/client/usd-value'
import type { Address } from '@/lib/core/address'
import { Answer } from './answer'
import type { ShownTokenFacts } from './token-facts'
import { usePrice } from './use-market'

type Props = { readonly of: TokenOf; readonly token: ShownTokenFacts }

/** The connected account's balance of the token, and what its open orders may still sell of it. */
export const TokenPosition = ({ of, token }: Props) => {
  const t = useTranslations('tokens')
  const { account, load } = useWalletLayer()
  return (
    <Panel title={t('position.title')}>
      {/* As high as the position, which loads last. */}
      <div className="min-h-23">
        {account === undefined ? (
          <div className="grid justify-items-start gap-3">
            <p className="text-small text-ink-2">{t('position.connect')}</p>
            <Button size="small" onClick={() => load('connect')}>
              {t('position.act')}
            </Button>
          </div>
        ) : (
          <Position {...{ of, token, account }} />
        )}
      </div>
    </Panel>
  )
}

/** Balances change with each block; fills are shown by the orders page at once. */
const refetchInterval = 12_000

const Position = ({ of, token, account }: Props & { readonly account: Address }) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const price = usePrice(of)
  const position = useQuery({
    queryKey: ['position', of.network, of.token, account],
    queryFn: ({ signal }) => fetchPosition(of, account, signal),
    refetchInterval,
  })
  return (
    <Answer
      query={position}
      what={t('position.title')}
      skeleton={<Skeleton className="h-23 rounded-well" />}
      missing={null}
    >
      {({ balance, claim }) => (
        <div className="grid grid-cols-1 gap-3">
          <p className="grid">
            <span className="numeric text-stat font-medium wrap-anywhere">
              {balance === undefined ? '–' : format.amount(balance, token)} {token.symbol}
            </span>
            <span className="numeric text-small text-ink-2">
              {format.usd(usdValue(balance, token, price.data?.body.price))}
            </span>
          </p>
          <div className="border-t border-hair pt-3">
            <DetailList>
              <Detail name={t('position.reserved')}>
                {claim.orders === 0
                  ? t('position.none')
                  : t('position.orders', {
                      amount: format.amount(claim.atoms, token),
                      symbol: token.symbol,
                      count: claim.orders,
                    })}
              </Detail>
            </DetailList>
          </div>
        </div>
      )}
    </Answer>
  )
}

async function fetchPosition({ network, token }: TokenOf, account: Address, signal: AbortSignal) {
  const [[found], orders] = await Promise.all([
    fetchBalances({ network, account }, [token], { signal }),
    fetchOpenOrders({ network, account }, { signal }),
  ])
  return {
    balance: found?.balance == null ? undefined : BigInt(found.balance),
    claim: claimsOf(account, orders).get(token) ?? noClaim,
  }
}
