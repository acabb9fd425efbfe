import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { Link } from '@/components/ui/link'

/** The heading of the recent orders, with the way to all of them. */
export const RecentHeading = ({ id }: { readonly id: string }) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <h2 id={id} className="text-section">
        {t('recent.title')}
      </h2>
      <Link
        href={`/orders?chain=${network.name}`}
        className="inline-flex min-h-11 items-center gap-2 text-small font-medium text-primary underline-offset-4 hover:underline"
      >
        {t('recent.all')} <ArrowRight aria-hidden="true" className="size-4" />
      </Link>
    </div>
  )
}
