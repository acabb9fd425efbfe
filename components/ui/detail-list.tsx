import type { ReactNode } from 'react'

/** A list of name and value pairs: names on the left, values on the right. */
export const DetailList = ({ children }: { readonly children: ReactNode }) => (
  <dl className="grid grid-cols-1 gap-2 text-small">{children}</dl>
)

type Props = { readonly name: ReactNode; readonly children: ReactNode }

/** One name and value pair. */
export const Detail = ({ name, children }: Props) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4">
    <dt className="text-ink-2">{name}</dt>
    <dd className="numeric min-w-0 text-right font-medium wrap-anywhere">{children}</dd>
  </div>
)
