import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** Above the title. */
  readonly breadcrumb?: ReactNode
  /** Beside the title; below it on phones. */
  readonly actions?: ReactNode
}

/** The head of a page: the way to it, its title and its actions. */
export const PageHead = ({ title, breadcrumb, actions }: Props) => (
  <div className="grid grid-cols-1 gap-1">
    {breadcrumb}
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h1 className="min-w-0 flex-1 basis-80 text-h1 wrap-anywhere">{title}</h1>
      {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  </div>
)
