'use client'

import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'
import { classNames } from './class-names'
import { Link } from './link'
import { Skeleton } from './skeleton'
import { useRowKeys } from './use-row-keys'

/** A column of a list; its cells have the same `className` if it hides the column at some widths. */
export type ListColumn = {
  readonly key: string
  readonly label: ReactNode
  readonly align?: 'start' | 'end'
  /** The order of the rows, if they are sorted by this column. */
  readonly sorted?: 'ascending' | 'descending' | undefined
  readonly className?: string
}

/** Whether the rows have columns with names: a table, else a list. */
const IsTable = createContext(false)

type Props = {
  /** Accessible name. */
  readonly label: string
  /** Classes that set `--columns`, the grid template from 768 px on: `tab:[--columns:minmax(0,1fr)_8rem]`. */
  readonly template: string
  /** Omitted: rows without a head. */
  readonly columns?: readonly ListColumn[]
  /** Whether the cells `aside` hold an icon only: below 768 px the titles then have all the room beside it. */
  readonly hasIconAside?: boolean
  /** Called on Escape while the focus is inside. */
  readonly onEscape?: () => void
  readonly children: ReactNode
}

/**
 * A list of rows in a card: a head of 44 px, groups of 40 px, rows of 64 px. Below 768 px a row has two lines, with the
 * pill on the second. J, K or the arrows move between rows, Enter opens, X selects.
 */
export const List = ({ label, template, columns, hasIconAside, onEscape, children }: Props) => (
  <IsTable value={columns !== undefined}>
    {/* biome-ignore lint/a11y: a grid of `tr` or `li` loses its role in some browsers. The keys are those of its rows. */}
    <div
      role={columns ? 'table' : 'list'}
      aria-label={label}
      onKeyDown={useRowKeys(onEscape)}
      data-icon-aside={hasIconAside ? '' : undefined}
      className={classNames(
        'group/list overflow-clip rounded-panel border border-card-edge bg-surface',
        template,
      )}
    >
      {columns ? <Head columns={columns} /> : null}
      {children}
    </div>
  </IsTable>
)

const gridClass = 'grid items-center px-4 tab:grid-cols-(--columns) tab:gap-x-4 tab:px-6'

const Head = ({ columns }: { readonly columns: readonly ListColumn[] }) => (
  // biome-ignore lint/a11y/useSemanticElements: see above.
  <div role="rowgroup" className="max-tab:sr-only tab:sticky tab:top-0 tab:z-2">
    {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above; rows do not take the focus. */}
    <div
      role="row"
      className={classNames(
        gridClass,
        'h-11 border-b border-hair bg-surface text-label text-ink-2 max-tab:block',
      )}
    >
      {columns.map(({ key, label, align, sorted, className }) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see above.
        <span
          key={key}
          role="columnheader"
          aria-sort={sorted}
          className={classNames(align === 'end' && 'text-right', className)}
        >
          {label}
        </span>
      ))}
    </div>
  </div>
)

type GroupProps = {
  readonly label: ReactNode
  /** A small button at the end of the heading. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** Rows under a heading, such as a day. */
export const ListGroup = ({ label, action, children }: GroupProps) => {
  const isTable = useContext(IsTable)
  return (
    <div role={isTable ? 'rowgroup' : undefined} className="group/rows">
      <div
        role={isTable ? 'row' : 'presentation'}
        className="flex min-h-10 items-center justify-between border-b border-hair bg-well px-4 text-label font-semibold text-ink-2 tab:px-6"
      >
        <span role={isTable ? 'rowheader' : undefined}>{label}</span>
        {action === undefined ? null : <span role={isTable ? 'cell' : undefined}>{action}</span>}
      </div>
      {children}
    </div>
  )
}

type RowProps = ComponentProps<'div'> & {
  readonly isSelected?: boolean
  /** Shown below the row, at full width: what it unfolds to. */
  readonly details?: ReactNode
}

/** One row; its children are {@link ListMain} and cells. */
export const ListRow = ({ isSelected, details, className, children, ...rest }: RowProps) => {
  const isTable = useContext(IsTable)
  return (
    <div
      role={isTable ? 'row' : 'listitem'}
      data-row=""
      {...rest}
      className={classNames(
        'group/row border-b border-hair last:border-b-0 group-not-last/rows:last:border-b',
        isSelected ? 'bg-primary-soft/45' : 'hover:bg-well',
        className,
      )}
    >
      <div
        className={classNames(
          gridClass,
          'relative min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] py-3 tab:py-2',
          'max-tab:group-data-icon-aside/list:grid-cols-[auto_minmax(0,1fr)_auto_2rem]',
        )}
      >
        {children}
      </div>
      {details === undefined ? null : <div role={isTable ? 'cell' : undefined}>{details}</div>}
    </div>
  )
}

type MainProps = {
  /** Marks or a checkbox; decorative unless it is a control. */
  readonly lead?: ReactNode
  /** What the row is, usually a {@link ListLink}. */
  readonly title: ReactNode
  /** One line below. */
  readonly note?: ReactNode
}

/** The first cell of a row. */
export const ListMain = ({ lead, title, note }: MainProps) => (
  <div role={useCellRole()} className="contents tab:flex tab:min-w-0 tab:items-center">
    {lead === undefined ? null : (
      <span className="col-start-1 row-span-2 row-start-1 mr-3 flex shrink-0 items-center self-start pt-0.5 tab:self-center tab:pt-0">
        {lead}
      </span>
    )}
    <div className="contents tab:grid tab:min-w-0 tab:gap-0.5">
      <div className="col-start-2 col-end-4 row-start-1 min-w-0 text-row font-medium wrap-anywhere max-tab:group-has-data-[on=aside]/row:col-end-3 max-tab:group-data-icon-aside/list:col-end-4! tab:col-auto tab:row-auto">
        {title}
      </div>
      {note === undefined ? null : (
        <div className="col-start-2 row-start-2 min-w-0 self-center pt-0.5 text-label text-ink-2 tab:col-auto tab:row-auto tab:pt-0">
          {note}
        </div>
      )}
    </div>
  </div>
)

const places = {
  wide: 'max-tab:hidden',
  pill: 'col-start-3 row-start-2 justify-self-end pl-3 pt-1 max-tab:group-data-icon-aside/list:col-end-5 tab:justify-self-start tab:p-0',
  aside:
    'col-start-3 row-start-1 justify-self-end pl-3 max-tab:group-data-icon-aside/list:col-start-4 max-tab:group-data-icon-aside/list:pl-0 tab:pl-0',
  below: 'col-end-[-1] col-start-2 row-start-3 pt-1 tab:pt-0',
} as const

type CellProps = ComponentProps<'div'> & {
  /** Below 768 px: hidden, on line two at the end, on line one at the end, or on a line of its own. */
  readonly on?: keyof typeof places
  readonly align?: 'start' | 'end'
}

/** A cell of a row, in the place of its column from 768 px on. */
export const ListCell = ({ on = 'wide', align = 'start', className, ...rest }: CellProps) => (
  <div
    role={useCellRole()}
    data-on={on}
    {...rest}
    className={classNames(
      'min-w-0 tab:col-auto tab:row-auto',
      places[on],
      align === 'end' && 'numeric text-right tab:justify-self-stretch',
      className,
    )}
  />
)

function useCellRole() {
  return useContext(IsTable) ? 'cell' : undefined
}

type FigureProps = {
  readonly value: ReactNode
  /** The unit, or the same as a percentage. */
  readonly note?: ReactNode
}

/** A number and its note below, right-aligned. */
export const ListFigure = ({ value, note }: FigureProps) => (
  <span className="numeric grid justify-items-end text-small">
    <span className="whitespace-nowrap">{value}</span>
    {note === undefined ? null : (
      <span className="text-label whitespace-nowrap text-ink-2">{note}</span>
    )}
  </span>
)

/** Covers the whole row: pressing anywhere opens it. Controls of other cells need `relative`. */
const openClass =
  'after:absolute after:inset-0 focus-visible:outline-transparent focus-visible:after:outline-3 ' +
  'focus-visible:after:-outline-offset-3 focus-visible:after:outline-(--focus)'

/** The link that opens a row's page. */
export const ListLink = ({ className, ...rest }: ComponentProps<typeof Link>) => (
  <Link data-open="" {...rest} className={classNames(openClass, className)} />
)

type UnfoldProps = ComponentProps<'button'> & { readonly isOpen: boolean }

/** The button that unfolds a row; its `aria-controls` names the details. */
export const ListUnfold = ({ isOpen, className, ...rest }: UnfoldProps) => (
  <button
    type="button"
    data-open=""
    aria-expanded={isOpen}
    {...rest}
    className={classNames('text-left', openClass, className)}
  />
)

type SkeletonProps = {
  /** Accessible name of the loading state. */
  readonly label: string
  readonly rows: number
  /** Whether a head of columns will be there. */
  readonly hasHead?: boolean
}

/** Reserves the room of a list that is loading. */
export const ListSkeleton = ({ label, rows, hasHead = false }: SkeletonProps) => (
  <div
    role="status"
    aria-label={label}
    className="overflow-clip rounded-panel border border-card-edge bg-surface"
  >
    {hasHead ? <div className="h-11 border-b border-hair max-tab:hidden" /> : null}
    {Array.from({ length: rows }, (_, row) => (
      <div
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
        key={row}
        className="flex h-18 items-center gap-3 border-b border-hair px-4 last:border-b-0 tab:h-16.25 tab:px-6"
      >
        <Skeleton className="size-9 shrink-0 rounded-full" />
        <span className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-2/5 min-w-32" />
          <Skeleton className="h-3 w-1/4" />
        </span>
        <Skeleton className="h-6 w-20 rounded-full" />
      </div>
    ))}
  </div>
)

/** What stands in the card of a list without rows. */
export const ListEmpty = ({ children }: { readonly children: ReactNode }) => (
  <div className="rounded-panel border border-card-edge bg-surface">{children}</div>
)
