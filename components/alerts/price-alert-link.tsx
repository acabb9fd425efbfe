import { BellPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button-class'
import { Link } from '@/components/ui/link'
import { type AlertToken, alertHref } from '@/lib/client/alerts/alert-link'

/** An icon that opens the form for an alert on a token's price. */
export const PriceAlertLink = (token: AlertToken) => {
  const t = useTranslations('ui')
  return (
    <Link
      href={alertHref(token)}
      aria-label={t('priceAlert')}
      title={t('priceAlert')}
      className={`${buttonClass()} w-11 px-0! max-tab:border-0 max-tab:bg-transparent`}
    >
      <BellPlus aria-hidden="true" className="size-4" />
    </Link>
  )
}
