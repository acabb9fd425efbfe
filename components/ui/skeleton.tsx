import { classNames } from './class-names'

/** A loading placeholder, which pulses if the wait is long. Set its size by class; label the loading state once, near it. */
export const Skeleton = ({ className }: { readonly className?: string }) => (
  <span
    aria-hidden="true"
    data-slot="skeleton"
    className={classNames(
      'block animate-skeleton rounded-lg bg-line forced-colors:bg-transparent forced-colors:outline forced-colors:-outline-offset-1',
      className,
    )}
  />
)
