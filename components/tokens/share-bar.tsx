/** A fraction as a bar, next to the number. */
export const ShareBar = ({ share }: { readonly share: number }) => (
  <svg aria-hidden="true" height="6" className="hidden w-20 tab:block">
    <rect
      width="100%"
      height="6"
      rx="3"
      className="fill-line forced-colors:fill-transparent forced-colors:stroke-ink"
    />
    <rect width={`${Math.min(100, share * 100)}%`} height="6" rx="3" className="fill-primary" />
  </svg>
)
