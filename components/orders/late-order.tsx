import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button-class'
import { WhyLate } from './why-late'

/** Said of an order that is open for longer than most: what may be the reason, and how to end it. */
export const LateOrder = ({ cancelHref }: { readonly cancelHref: string }) => {
  const t = useTranslations('orders')
  return (
    <Alert
      tone="info"
      title={t('late.title')}
      actions={
        <Link href={cancelHref} className={buttonClass({ size: 'small' })}>
          {t('late.cancel')}
        </Link>
      }
    >
      <WhyLate />
    </Alert>
  )
}
