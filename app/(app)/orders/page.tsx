import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { OrdersPanel } from '@/components/orders/list/orders-panel'
import { OwnSchedules } from '@/components/schedule/own-schedules'
import { PageColumn } from '@/components/ui/page-column'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('orders'))('title'),
})

/** The connected account's orders. */
const OrdersPage = async () => {
  const t = await getTranslations('orders')
  return (
    <PageColumn holds="table">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h1">{t('title')}</h1>
        <Link
          href="/portfolio"
          className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4 nav:hidden"
        >
          {t('portfolio')}
        </Link>
      </div>
      <PageMessages sections={['orders']}>
        <OrdersPanel />
      </PageMessages>
      <PageMessages sections={['orders', 'schedule', 'limit']}>
        <OwnSchedules />
      </PageMessages>
    </PageColumn>
  )
}

export default OrdersPage
