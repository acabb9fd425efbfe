import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** How wide a page of one column is, by what stands in it. */
const widths = {
  /** One question to answer. */
  question: 'max-w-120',
  /** Rows to read, of a few words each. */
  list: 'max-w-180',
  /** Rows with columns to compare: all that the shell has, as pages of two columns. */
  table: 'max-w-none',
} as const

type Props = { readonly holds: keyof typeof widths; readonly children: ReactNode }

/** A page of one column, in the middle of the shell. */
export const PageColumn = ({ holds, children }: Props) => (
  <div className={classNames('mx-auto grid w-full grid-cols-1 gap-6', widths[holds])}>
    {children}
  </div>
)
