import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** Maximum column width by kind of content. */
const widths = {
  /** A single question or form. */
  question: 'max-w-120',
  /** Short text rows. */
  list: 'max-w-180',
  /** Rows with columns to compare: the full width of the shell. */
  table: 'max-w-none',
} as const

type Props = { readonly holds: keyof typeof widths; readonly children: ReactNode }

/** A centred single-column page. */
export const PageColumn = ({ holds, children }: Props) => (
  <div className={classNames('mx-auto grid w-full grid-cols-1 gap-6', widths[holds])}>
    {children}
  </div>
)
