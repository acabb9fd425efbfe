import type { ReactNode } from 'react'
import { UnreadAlone } from '@/components/notifications/unread-alone'

/** The page of an order needs no wallet. */
const OrderLayout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <UnreadAlone />
    {children}
  </>
)

export default OrderLayout
