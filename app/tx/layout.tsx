import type { ReactNode } from 'react'
import { UnreadAlone } from '@/components/notifications/unread-alone'

/** The page of a transaction needs no wallet. */
const TransactionLayout = ({ children }: { readonly children: ReactNode }) => (
  <>
    <UnreadAlone />
    {children}
  </>
)

export default TransactionLayout
