'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Answer } from '@/components/tokens/answer'
import { AsOf } from '@/components/tokens/as-of'
import { MarketSection } from '@/components/tokens/market-section'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { shortAddress } from '@/components/wallet/short-address'
import { isMissing } from '@/lib/client/market'
import type { ActivityRow, TraderStats } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { countedText, reasonText } from './counted-text'
import { MorePages } from './more-pages'
import { RewardProgress } from './reward-progress'
import { useActivity, useTraderStats } from './use-rewards'

/** Shows the affiliate that a wallet is bound to as a trader, and its trades; renders nothing for unbound wallets. */
export const TraderSection = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const query = useTraderStats(wallet)
  // Most wallets are not bound, so the section stays hidden until the answer is known.
  if (query.data === undefined && (!query.error || isMissing(query.error))) return null
  return (
    <MarketSection title={t('own.title')} aside={<AsOf ms={query.data?.asOfMs} />}>
      <Answer query={query} what={t('own.title')} skeleton={null} missing={null}>
        {({ body }) => (
          <div className="grid grid-cols-1 gap-3">
            <Standing stats={body} />
            <Disclosure summary={t('own.counted')}>
              <ActivityTable wallet={wallet} />
            </Disclosure>
          </div>
        )}
      </Answer>
    </MarketSection>
  )
}

const Standing = ({ stats }: { readonly stats: TraderStats }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  if (stats.bound_referrer_code === null || stats.trigger_volume === null) {
    return <p className="text-small text-ink-2">{t('own.unbound')}</p>
  }
  return (
    <div className="grid grid-cols-1 gap-5 rounded-panel border border-card-edge bg-surface p-4 tab:p-6">
      <RewardProgress
        trigger={stats.trigger_volume}
        left={stats.left_to_next_rewards ?? undefined}
        isOwn
      />
      <DetailList place="panel">
        <Detail name={t('own.by')}>{stats.bound_referrer_code}</Detail>
        <Detail name={t('own.until')}>
          {stats.rewards_end ? format.day(stats.rewards_end) : null}
        </Detail>
        <Detail name={t('volumeCounts')}>{format.usd(stats.eligible_volume)}</Detail>
        <Detail name={t('earned')}>{format.usd(stats.total_earned)}</Detail>
        <Detail name={t('toBePaid')}>{format.usd(stats.next_payout)}</Detail>
      </DetailList>
    </div>
  )
}

/** The trades of a trader, newest first, each with its eligible value and the reason. */
const ActivityTable = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  const query = useActivity(wallet)
  return (
    <Answer
      query={query}
      what={t('activity.what')}
      skeleton={<Skeleton className="h-40 rounded-card" />}
      missing={null}
    >
      {({ pages }) => (
        <MorePages query={query} what={t('activity.rows')}>
          <Rows rows={pages.flatMap(({ body }) => body)} />
        </MorePages>
      )}
    </Answer>
  )
}

const Rows = ({ rows }: { readonly rows: readonly ActivityRow[] }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <Table caption={t('activity.caption')}>
      <thead>
        <tr>
          <TableHead>{t('activity.trade')}</TableHead>
          <TableHead className="max-tab:hidden">{t('code')}</TableHead>
          <TableHead className="max-tab:hidden">{t('activity.why')}</TableHead>
          <TableHead align="end">{t('counts')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.tx_hash} ${row.order_uid}`}>
            <TableCell className="py-3 align-top">
              <span className="grid gap-0.5">
                <span className="numeric whitespace-nowrap">
                  {`${format.day(row.creation_date)}, ${format.utcClock(new Date(row.creation_date))}`}
                </span>
                <span>
                  {t('activity.pair', {
                    sold: row.sell_token_symbol ?? shortAddress(row.sell_token),
                    bought: row.buy_token_symbol ?? shortAddress(row.buy_token),
                  })}
                </span>
                <OrderLink row={row} />
                <span className="text-label text-ink-2 tab:hidden">{reasonText(t, row)}</span>
              </span>
            </TableCell>
            <TableCell className="py-3 align-top font-mono text-code whitespace-nowrap max-tab:hidden">
              {row.referrer_code ?? t('activity.none')}
            </TableCell>
            <TableCell className="py-3 align-top max-tab:hidden">{reasonText(t, row)}</TableCell>
            <TableCell align="end" className="py-3 align-top">
              {countedText({ t, format }, row)}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const OrderLink = ({ row }: { readonly row: ActivityRow }) => {
  const t = useTranslations('affiliate')
  return (
    <Link
      href={`/orders/${row.order_uid}?chain=${row.chain_id}`}
      className="justify-self-start font-mono text-code underline"
    >
      <span className="sr-only">{`${t('activity.order')} `}</span>
      {shortAddress(row.order_uid)}
    </Link>
  )
}
