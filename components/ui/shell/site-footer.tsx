const link = 'inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline'

/** Where the service explains itself. */
export const SiteFooter = () => (
  <footer
    data-shell=""
    className="mx-auto flex w-full max-w-310 flex-wrap items-center gap-x-6 px-4 pt-8 pb-24 text-small text-ink-2 tab:px-6 nav:pb-8"
  >
    <p className="mr-auto min-w-60 flex-1">
      Signed orders, settled in batches at one clearing price.
    </p>
    <a href="/docs" className={link}>
      API reference
    </a>
    <a href="/tokenlist.json" className={link}>
      Token list
    </a>
  </footer>
)
