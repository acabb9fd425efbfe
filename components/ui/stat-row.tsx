import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Skeleton } from './skeleton'

/** One figure of a panel. */
export type Stat = {
  readonly name: string
  /** Undefined while it loads. */
  readonly value: ReactNode | undefined
  readonly note?: ReactNode
  /** `gain` colours what was gained. */
  readonly tone?: 'gain' | undefined
}

/** Up to four figures side by side in a panel; two by two on phones, one by one at high zoom. */
export const StatRow = ({
  label,
  stats,
}: {
  readonly label: string
  readonly stats: readonly Stat[]
}) => (
  <section aria-label={label}>
    <dl className="grid grid-cols-1 min-[22rem]:grid-cols-2 overflow-clip rounded-panel border border-card-edge bg-surface desk:grid-cols-4">
      {stats.map(({ name, value, note, tone }) => (
        <div
          key={name}
          className="-mt-px -ml-px grid min-w-0 content-start border-t border-l border-hair p-4 tab:px-6 tab:py-5"
        >
          <dt className="text-label text-ink-2">{name}</dt>
          <dd
            className={classNames(
              'numeric grid min-h-8 items-center text-stat font-medium wrap-anywhere',
              tone === 'gain' && 'text-surplus',
            )}
          >
            {value ?? <Skeleton className="h-6 w-24" />}
          </dd>
          {note === undefined ? null : (
            <dd className="min-h-4 pt-1 text-caption text-ink-2">{note}</dd>
          )}
        </div>
      ))}
    </dl>
  </section>
)
