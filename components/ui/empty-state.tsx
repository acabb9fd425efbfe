import type { ReactNode } from 'react'

type Props = {
  readonly title: string
  /** 1 where the page holds nothing else. */
  readonly level?: 1 | 2
  readonly children?: ReactNode
  /** At most one action. */
  readonly action?: ReactNode
}

/** The state of an empty list or of a page without its subject: a blank slip, the reason and at most one action. */
export const EmptyState = ({ title, level = 2, children, action }: Props) => (
  <div className="grid grid-cols-1 justify-items-center gap-3 px-6 py-12 text-center">
    <svg
      viewBox="0 0 120 96"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="h-24 -rotate-4 stroke-line-strong"
    >
      <path
        className="fill-surface"
        d="M22 8h76a8 8 0 0 1 8 8v26a6 6 0 0 0 0 12v26a8 8 0 0 1-8 8H22a8 8 0 0 1-8-8V54a6 6 0 0 0 0-12V16a8 8 0 0 1 8-8Z"
      />
      <path d="M26 48h68" strokeDasharray="1 7" />
      <path d="M28 24h26M28 33h14M28 64h18" />
      <path d="M28 74h64" className="stroke-line" />
      <path d="M40 71v6M66 71v6M82 71v6" />
    </svg>
    {level === 1 ? <h1 className="text-h1">{title}</h1> : <h2 className="text-section">{title}</h2>}
    {children === undefined ? null : (
      <div className="max-w-sm text-small text-balance text-ink-2">{children}</div>
    )}
    {action === undefined ? null : <div className="w-full pt-2">{action}</div>}
  </div>
)
