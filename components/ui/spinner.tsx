import { classNames } from './class-names'

/** A spinning ring next to a text that names the wait; hidden from screen readers. */
export const Spinner = ({ className }: { readonly className?: string }) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    strokeWidth="3"
    strokeLinecap="round"
    aria-hidden="true"
    className={classNames('size-5 shrink-0 animate-turn', className)}
  >
    <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" />
    <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" />
  </svg>
)
