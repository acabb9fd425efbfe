import { BellPlus } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button-class'
import { type AlertToken, alertHref } from '@/lib/client/alerts/alert-link'

/** Opens the form for an alert on a token's price. */
export const PriceAlertLink = (token: AlertToken) => {
  const t = useTranslations('ui')
  return (
    <Link href={alertHref(token)} prefetch={false} className={buttonClass()}>
      <BellPlus aria-hidden="true" className="size-4" /> {t('priceAlert')}
    </Link>
  )
}
