'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { SurplusRows } from '@/components/orders/details/surplus-rows'
import { LinkedAmount } from '@/components/orders/linked-amount'
import { rateText } from '@/components/orders/token-amount'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { fetchTrades, maxPageSize } from '@/lib/client/api'
import type { AnswerOf } from '@/lib/client/call'
import type { Outcome } from '@/lib/client/swap/order-outcome'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import type { Hex } from '@/lib/core/bytes'

type Props = { readonly placed: SwapOrder; readonly outcome: Outcome }

/** Maximum number of trades listed; a partially fillable order may have many. */
const listed = 3

/** The gain of a filled order, with amounts and transaction; next to the steps on wide pages. */
export const SlipReceipt = ({ placed, outcome }: Props) => (
  <div className="grid content-start gap-2">
    <Proof {...placed} />
    <SurplusRows
      prices={outcome}
      token={outcome.kind === 'sell' ? placed.buyToken : placed.sellToken}
    />
  </div>
)

const Proof = ({ uid, network, ...legs }: SwapOrder) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { data: trades = [] } = useQuery({
    queryKey: ['order-trades', network.name, uid],
    queryFn: ({ signal }) =>
      fetchTrades(network.name, { orderUid: uid, limit: maxPageSize }, { signal }),
    enabled: useIsWide(),
  })
  if (trades.length === 0) return null
  const sold = { atoms: sumOf(trades, 'sellAmount'), token: legs.sellToken }
  const bought = { atoms: sumOf(trades, 'buyAmount'), token: legs.buyToken }
  const at = ({ token }: typeof sold) => ({ network: network.name, address: token.address })
  return (
    <div className="max-wide:hidden">
      <DetailList>
        <Detail name={t('trades.paid')}>
          <LinkedAmount {...sold} at={at(sold)} />
        </Detail>
        <Detail name={t('trades.received')}>
          <LinkedAmount {...bought} at={at(bought)} />
        </Detail>
        <Detail name={t('trades.price')}>{rateText(format, sold, bought)}</Detail>
        {trades.slice(0, listed).map(({ txHash, logIndex, blockNumber }) => (
          <Detail key={`${txHash} ${logIndex}`} name={t('trades.transaction')}>
            <TransactionLink network={network.name} hash={txHash as Hex} />
            <span className="block text-label font-normal text-ink-2">
              {t('trades.proof', { block: `${blockNumber}`, log: `${logIndex}` })}
            </span>
          </Detail>
        ))}
        {trades.length > listed ? (
          <Detail name={t('trades.earlier')}>
            {t('trades.onPage', { count: trades.length - listed })}
          </Detail>
        ) : null}
      </DetailList>
    </div>
  )
}

type Trades = AnswerOf<'listTradesByPage'>

const sumOf = (trades: Trades, member: 'sellAmount' | 'buyAmount'): bigint =>
  trades.reduce((sum, trade) => sum + BigInt(trade[member]), 0n)

const wide = '(width >= 90rem)'

/** Returns whether there is room for a receipt next to the steps. */
const useIsWide = (): boolean =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(wide).matches,
    () => false,
  )

function watchWidth(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
