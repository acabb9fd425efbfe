import { useTranslations } from 'next-intl'

type Props = {
  /** Amounts with their symbols. */
  readonly sold: string
  readonly bought: string
}

/** The title of an order's row: "1 WETH → 3,000.00 USDC". */
export const ExchangeTitle = ({ sold, bought }: Props) => {
  const t = useTranslations('orders')
  return (
    <>
      {sold}{' '}
      <span aria-hidden="true" className="px-0.5 text-ink-2">
        →
      </span>
      <span className="sr-only">{t('row.for')}</span> {bought}
    </>
  )
}
