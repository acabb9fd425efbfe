import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

type Props = {
  readonly summary: ReactNode
  /** `row`: across the width, in grey; `link`: as wide as its text, in the colour of links. */
  readonly look?: 'row' | 'link'
  /** Open state; omitted: initially closed and uncontrolled. */
  readonly isOpen?: boolean
  /** Called on toggle, for content rendered only while open. */
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly children: ReactNode
}

const looks = {
  row: 'justify-between gap-3 text-ink-2 hover:text-ink',
  link: 'w-fit gap-1 font-medium text-primary hover:underline hover:underline-offset-4',
} as const

/** A line that expands to its content; works without JavaScript. */
export const Disclosure = ({ summary, look = 'row', isOpen, onOpenChange, children }: Props) => (
  <details
    className="group"
    {...(isOpen !== undefined && { open: isOpen })}
    {...(onOpenChange && { onToggle: (event) => onOpenChange(event.currentTarget.open) })}
  >
    <summary
      className={classNames('flex min-h-11 items-center rounded-lg text-small', looks[look])}
    >
      <span className="numeric min-w-0">{summary}</span>
      <ChevronDown
        aria-hidden="true"
        className={classNames(
          'size-5 shrink-0 transition-transform duration-200 group-open:rotate-180',
          look === 'row' && '-mr-1',
        )}
      />
    </summary>
    <div className="pt-1 pb-2">{children}</div>
  </details>
)
