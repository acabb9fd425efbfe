import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

type Props = {
  /** Accessible caption, visually hidden. */
  readonly caption: string
  readonly children: ReactNode
}

/**
 * Plain data whose columns all stay on phones: scrolls sideways in its own container, with a sticky first column. Rows that
 * lead somewhere are a `List`.
 */
export const Table = ({ caption, children }: Props) => (
  <section
    aria-label={caption}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
    tabIndex={0}
    className="relative overflow-x-auto rounded-panel border border-card-edge bg-surface"
  >
    <table className="w-full border-separate border-spacing-0 text-small">
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  </section>
)

type CellProps = Omit<ComponentProps<'td'>, 'align'> & { readonly align?: 'start' | 'end' }

/** The inset of a panel. */
const edges = 'first:pl-4 last:pr-4 tab:first:pl-6 tab:last:pr-6'

/** A column header. */
export const TableHead = ({ align = 'start', className, ...rest }: CellProps) => (
  <th
    scope="col"
    {...rest}
    className={classNames(
      'sticky top-0 h-11 border-b border-hair bg-surface px-3 py-1 text-label font-normal text-ink-2 tab:px-4 tab:whitespace-nowrap',
      edges,
      'first:left-0 first:z-10',
      align === 'end' ? 'text-right' : 'text-left',
      className,
    )}
  />
)

/** A cell, 64 px high; `end` right-aligns numbers with tabular digits. */
export const TableCell = ({ align = 'start', className, ...rest }: CellProps) => (
  <td
    {...rest}
    className={classNames(
      'h-16 border-b border-hair bg-surface px-3 tab:px-4 first:sticky first:left-0 [tr:last-child>&]:border-b-0',
      edges,
      align === 'end' ? 'numeric text-right whitespace-nowrap' : 'text-left',
      className,
    )}
  />
)
