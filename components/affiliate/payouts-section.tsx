'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { PayoutRow } from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { PagedSection } from './paged-section'
import { usePayouts } from './use-rewards'

/** Payouts of a wallet, paid and pending, by epoch. */
export const PayoutsSection = ({ wallet }: { readonly wallet: Address }) => {
  const t = useTranslations('affiliate')
  return (
    <PagedSection
      title={t('payouts.title')}
      note={t('how.money')}
      what={t('payouts.rows')}
      query={usePayouts(wallet)}
      none={t('payouts.none')}
    >
      {(rows) => <PayoutTable rows={rows} />}
    </PagedSection>
  )
}

const PayoutTable = ({ rows }: { readonly rows: readonly PayoutRow[] }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  return (
    <Table caption={t('payouts.caption')}>
      <thead>
        <tr>
          <TableHead>{t('payouts.from')}</TableHead>
          <TableHead className="max-tab:hidden">{t('payouts.for')}</TableHead>
          <TableHead align="end" className="max-tab:hidden">
            {t('payouts.rewards')}
          </TableHead>
          <TableHead align="end">{t('payouts.amount')}</TableHead>
          <TableHead className="max-tab:hidden">{t('payouts.state')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.epoch} ${row.role} ${row.trader_address}`}>
            <TableCell className="py-2 whitespace-nowrap">
              <span className="grid">
                <span className="numeric">{format.day(row.epoch)}</span>
                <span className="text-label text-ink-2 tab:hidden">
                  <WhoseTrades row={row} />
                </span>
              </span>
            </TableCell>
            <TableCell className="whitespace-nowrap max-tab:hidden">
              <WhoseTrades row={row} />
            </TableCell>
            <TableCell align="end" className="max-tab:hidden">
              {row.rewards}
            </TableCell>
            <TableCell align="end" className="py-2">
              <span className="grid justify-items-end">
                {format.usd(row.amount)}
                <span className="text-label text-ink-2 tab:hidden">
                  <PayoutState row={row} />
                </span>
              </span>
            </TableCell>
            <TableCell className="whitespace-nowrap max-tab:hidden">
              <PayoutState row={row} />
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const WhoseTrades = ({ row }: { readonly row: PayoutRow }) => {
  const t = useTranslations('affiliate')
  return row.role === 'trader' ? (
    t('payouts.yourself')
  ) : (
    <AddressText address={row.trader_address} what={t('trader.address')} />
  )
}

const PayoutState = ({ row }: { readonly row: PayoutRow }) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  if (row.paid_at === null) return t('payouts.due')
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <span className="numeric">{t('payouts.paid', { date: format.day(row.paid_at) })}</span>
      {row.paid_tx === null ? null : <AddressText address={row.paid_tx} what={t('payouts.hash')} />}
    </span>
  )
}
