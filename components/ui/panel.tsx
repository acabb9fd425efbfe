import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names'

type Props = {
  readonly ref?: Ref<HTMLElement>
  readonly title: string
  /** Beside the title: a link, tabs, a count. */
  readonly aside?: ReactNode
  /** `table` lets rows reach the edges of the panel. */
  readonly holds?: 'content' | 'table'
  readonly children: ReactNode
}

/** A titled card of a page. */
export const Panel = ({ ref, title, aside, holds = 'content', children }: Props) => {
  const id = useId()
  return (
    <section
      ref={ref}
      data-slot="panel"
      aria-labelledby={id}
      className={classNames(
        'grid min-w-0 grid-cols-1 content-start gap-4 rounded-panel border border-card-edge bg-surface pt-4 tab:pt-6',
        holds === 'content' ? 'px-4 pb-4 tab:px-6 tab:pb-6' : 'overflow-clip',
      )}
    >
      <div
        className={classNames(
          'flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1',
          holds === 'table' && 'px-4 tab:px-6',
        )}
      >
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
