import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { OrdersPanel } from '@/components/orders/list/orders-panel'
import { OwnSchedules } from '@/components/schedule/own-schedules'
import { PageColumn } from '@/components/ui/page-column'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('orders'))('title'),
})

/** The connected account's orders. */
const OrdersPage = () => (
  <PageColumn holds="table">
    <PageMessages sections={['orders']}>
      <OrdersPanel />
    </PageMessages>
    <PageMessages sections={['orders', 'schedule', 'limit']}>
      <OwnSchedules />
    </PageMessages>
  </PageColumn>
)

export default OrdersPage
