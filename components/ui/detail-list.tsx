import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** Where the facts stand: `panel` is a grid of up to four columns, `ticket` and `dialog` are rows. */
export type DetailPlace = 'panel' | 'ticket' | 'dialog'

const layouts: Record<DetailPlace, string> = {
  panel: 'grid-cols-2 gap-x-4 gap-y-5 @lg:grid-cols-3 @2xl:grid-cols-4',
  ticket: 'grid-cols-1 gap-2',
  dialog: 'grid-cols-1 gap-3',
}

type ListProps = { readonly place?: DetailPlace; readonly children: ReactNode }

/**
 * A list of name and value pairs. In a panel each name is above its value; in tickets and dialogs names are on the left
 * and values on the right.
 */
export const DetailList = ({ place = 'ticket', children }: ListProps) => (
  <div className="@container">
    <dl data-place={place} className={classNames('group/details grid text-small', layouts[place])}>
      {children}
    </dl>
  </div>
)

type Props = {
  readonly name: ReactNode
  /** Qualifies the value, in a lighter colour: "included" after a cost. */
  readonly note?: ReactNode
  readonly children: ReactNode
}

/** One name and value pair; its list determines the layout. */
export const Detail = ({ name, note, children }: Props) => (
  <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 group-data-[place=panel]/details:grid group-data-[place=panel]/details:content-start group-data-[place=panel]/details:gap-1">
    <dt className="text-ink-2 group-data-[place=panel]/details:text-label">{name}</dt>
    <dd className="numeric ml-auto min-w-0 text-right font-medium wrap-anywhere group-data-[place=panel]/details:ml-0 group-data-[place=panel]/details:text-left">
      {children}
      {note === undefined ? null : <span className="font-normal text-ink-2"> {note}</span>}
    </dd>
  </div>
)
