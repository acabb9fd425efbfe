import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  readonly summary: ReactNode
  /** Open state; omitted: initially closed and uncontrolled. */
  readonly isOpen?: boolean
  /** Called on toggle, for content rendered only while open. */
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A line that expands to its content; works without JavaScript. */
export const Disclosure = ({ summary, isOpen, onOpenChange, children }: Props) => (
  <details
    className="group"
    {...(isOpen !== undefined && { open: isOpen })}
    {...(onOpenChange && { onToggle: (event) => onOpenChange(event.currentTarget.open) })}
  >
    <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-lg text-small text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
      <span className="numeric min-w-0">{summary}</span>
      <ChevronDown
        aria-hidden="true"
        className="-mr-1 size-5 shrink-0 transition-transform duration-200 group-open:rotate-180"
      />
    </summary>
    <div className="pt-1 pb-2">{children}</div>
  </details>
)
