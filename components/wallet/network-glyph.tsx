import type { ReactNode } from 'react'
import type { Settings } from '@/lib/api/docs/pages'

type Props = {
  readonly network: Pick<Settings['networks'][number], 'name' | 'title'> | undefined
}

const diamond = 'M8 1 3 8.2 8 11l5-2.8zM3.2 9.6 8 15l4.8-5.4L8 12.3z'

const drawings: Readonly<Record<string, ReactNode>> = {
  mainnet: <path d={diamond} fill="currentColor" />,
  sepolia: <path d={diamond} className="fill-none stroke-ink" />,
  gnosis: (
    <g className="fill-none stroke-ink" strokeWidth="1.5">
      <circle cx="5.5" cy="8" r="4.2" />
      <circle cx="10.5" cy="8" r="4.2" />
    </g>
  ),
  arbitrum_one: (
    <g className="fill-none stroke-ink" strokeWidth="1.5" strokeLinejoin="round">
      <path d="m8 1.2 6 3.4v6.8l-6 3.4-6-3.4V4.6z" />
      <path d="m5.2 11 2.8-6.6M8.4 11l1.5-3.6" strokeLinecap="round" />
    </g>
  ),
  base: <path d="M8 1a7 7 0 1 1-7 7.9h8.5V7.1H1A7 7 0 0 1 8 1z" fill="currentColor" />,
}

/** A mark for each known network, else the initial of its name. Decorative: the name is shown next to it. */
export const NetworkGlyph = ({ network }: Props) => (
  <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0 max-[23.4rem]:hidden">
    {network === undefined ? null : (drawings[network.name] ?? <Initial title={network.title} />)}
  </svg>
)

const Initial = ({ title }: { readonly title: string }) => (
  <>
    <circle cx="8" cy="8" r="6.5" className="fill-none stroke-ink" />
    <text x="8" y="11" textAnchor="middle" fontSize="9" fontWeight="600" fill="currentColor">
      {title.slice(0, 1)}
    </text>
  </>
)
