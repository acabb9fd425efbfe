import { Activity, type ReactNode } from 'react'

/**
 * Hydrates its children after the surrounding page, which splits one long task into two short ones. The server renders
 * them inline; with `Suspense` it would stream a placeholder first for large children.
 */
export const Deferred = ({ children }: { readonly children: ReactNode }) => (
  <Activity>{children}</Activity>
)
