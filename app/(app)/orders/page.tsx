import type { Metadata } from 'next'
import { OrdersPanel } from '@/components/orders/orders-panel'

export const metadata: Metadata = { title: 'Orders' }

/** The connected account's orders. */
const OrdersPage = () => (
  <div className="mx-auto grid max-w-240 gap-6">
    <h1 className="text-h1">Orders</h1>
    <OrdersPanel />
  </div>
)

export default OrdersPage
