/** The logo: two slips whose overlap is the trade both owners want. */
export const LogoMark = ({ className }: { readonly className: string }) => (
  <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
    <rect x="3" y="3" width="17" height="17" rx="5" className="fill-primary" />
    <rect x="12" y="12" width="17" height="17" rx="5" className="fill-ink" />
    <path
      d="M12 17a5 5 0 0 1 5-5h3v3a5 5 0 0 1-5 5h-3z"
      strokeWidth="1.5"
      className="fill-citron stroke-bg"
    />
  </svg>
)
