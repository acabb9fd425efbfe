import { Activity, type ReactNode } from 'react'

/**
 * A part of a page that comes to life by itself, after the page around it: in two short tasks and not in a long one. The
 * server sends it with the rest; `Suspense` would have it send a placeholder first where the part is large.
 */
export const Apart = ({ children }: { readonly children: ReactNode }) => (
  <Activity>{children}</Activity>
)
