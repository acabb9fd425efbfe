'use client'

import { type ReactNode, useState } from 'react'
import { classNames } from '@/components/ui/class-names'
import { type MarkNetwork, markAddress, tokenMark } from '@/lib/client/token-mark'
import { type Address, toAddress } from '@/lib/core/address'
import { logoPath } from '@/lib/core/logo-path'

type Token = { readonly address: Address; readonly logoURI?: string | undefined }

type Props = {
  readonly network: MarkNetwork
  readonly token: Token
  /** Width in pixels. */
  readonly size?: 20 | 24 | 28 | 36 | 40 | 56
}

/**
 * A token's logo, or the mark drawn from its address. Decorative: the symbol is shown next to it. The mark is there until the
 * logo is loaded, and stays if it is not, so nothing moves.
 */
export const TokenMark = ({ network, token: { address, logoURI }, size = 36 }: Props) => {
  const mark = <DrawnMark {...{ network, address, size }} />
  if (logoURI === undefined) return mark
  const src = logoPath({ chainId: network.chainId, address, logoURI })
  return (
    <span className="relative grid shrink-0">
      {mark}
      <Logo key={src} src={src} />
    </span>
  )
}

const Logo = ({ src }: { readonly src: string }) => {
  const [isLoaded, setLoaded] = useState(false)
  return (
    // biome-ignore lint/performance/noImgElement: the server has limited its size already.
    <img
      ref={(picture) => {
        // It may have been loaded before hydration.
        if (picture?.complete && picture.naturalWidth > 0) setLoaded(true)
      }}
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      onLoad={() => setLoaded(true)}
      className={classNames(
        'absolute inset-0 size-full rounded-full bg-white object-cover',
        !isLoaded && 'opacity-0',
      )}
    />
  )
}

type PairProps = Pick<Props, 'network' | 'size'> & { readonly tokens: readonly [Token, Token] }

/** The marks of two traded tokens, the second on top of the first. */
export const TokenPair = ({ network, tokens: [sold, bought], size = 24 }: PairProps) => (
  <span className="flex shrink-0 items-center" aria-hidden="true">
    <TokenMark {...{ network, size }} token={sold} />
    <span className="-ml-2 rounded-full bg-surface p-0.5">
      <TokenMark {...{ network, size }} token={bought} />
    </span>
  </span>
)

type DrawnProps = Required<Pick<Props, 'network' | 'size'>> & Pick<Token, 'address'>

const DrawnMark = ({ network, address, size }: DrawnProps) => (
  <Drawing address={markAddress(network, address)} size={size} className="rounded-full">
    <circle cx="20" cy="20" r="19.5" fill="none" stroke="#000" strokeOpacity="0.1" />
  </Drawing>
)

/** The mark drawn from an account's address, in a square: accounts are no tokens. */
export const AccountMark = ({ account }: { readonly account: string }) => (
  <Drawing address={toAddress(account)} size={24} className="rounded-lg" />
)

type DrawingProps = {
  readonly address: Address
  readonly size: number
  readonly className: string
  readonly children?: ReactNode
}

const Drawing = ({ address, size, className, children }: DrawingProps) => {
  const { motif, turn, ground, shape, accent } = tokenMark(address)
  return (
    <svg
      viewBox="0 0 40 40"
      width={size}
      height={size}
      aria-hidden="true"
      className={`shrink-0 overflow-hidden [forced-color-adjust:none] ${className}`}
    >
      <rect width="40" height="40" fill={ground} />
      <g transform={`rotate(${turn} 20 20)`}>{drawings[motif]({ ground, shape, accent })}</g>
      {children}
    </svg>
  )
}

type Colours = Pick<ReturnType<typeof tokenMark>, 'ground' | 'shape' | 'accent'>

/** Each motif, unturned, on a ground of 40 by 40. */
const drawings = {
  horizon: ({ shape, accent }: Colours) => (
    <>
      <path d="M0 20h40v20H0z" fill={shape} />
      <circle cx="20" cy="11.2" r="5" fill={accent} />
    </>
  ),
  quarter: ({ shape, accent }: Colours) => (
    <>
      <circle cx="40" cy="40" r="28.5" fill={shape} />
      <circle cx="12.5" cy="12.5" r="5" fill={accent} />
    </>
  ),
  ring: ({ ground, shape, accent }: Colours) => (
    <>
      <circle cx="20" cy="20" r="14.6" fill={shape} />
      <circle cx="20" cy="20" r="9" fill={ground} />
      <circle cx="20" cy="20" r="3.7" fill={accent} />
    </>
  ),
  diamond: ({ shape, accent }: Colours) => (
    <>
      <path d="M20 6.5 33.5 20 20 33.5 6.5 20z" fill={shape} />
      <path d="M20 13.8 26.2 20 20 26.2 13.8 20z" fill={accent} />
    </>
  ),
  stripes: ({ shape, accent }: Colours) => (
    <>
      <path d="M16 0h12L0 28V16z" fill={shape} />
      <path d="M43 0h11L14 40H3z" fill={accent} />
    </>
  ),
  crescent: ({ ground, shape, accent }: Colours) => (
    <>
      <circle cx="20" cy="20" r="13.9" fill={shape} />
      <circle cx="24.3" cy="18.9" r="11.3" fill={ground} />
      <circle cx="26.7" cy="16.5" r="3.7" fill={accent} />
    </>
  ),
  overlap: ({ shape, accent }: Colours) => (
    <>
      <circle cx="15" cy="20" r="10" fill={shape} />
      <circle cx="25" cy="20" r="10" fill={shape} />
      <path d="M20 11.34a10 10 0 0 1 0 17.32 10 10 0 0 1 0-17.32z" fill={accent} />
    </>
  ),
  chevron: ({ shape, accent }: Colours) => (
    <>
      <path d="m20 7 13.7 13.5v8L20 15.5 6.3 28.5v-8z" fill={shape} />
      <path d="m20 24 8 8H12z" fill={accent} />
    </>
  ),
  sunrise: ({ shape, accent }: Colours) => (
    <>
      <path d="M7.5 24a12.5 12.5 0 0 1 25 0z" fill={shape} />
      <path d="M7.5 27.5h25v3.8h-25z" fill={accent} />
    </>
  ),
  petals: ({ shape, accent }: Colours) => (
    <>
      <circle cx="20" cy="12" r="6.2" fill={shape} />
      <circle cx="28" cy="20" r="6.2" fill={shape} />
      <circle cx="20" cy="28" r="6.2" fill={shape} />
      <circle cx="12" cy="20" r="6.2" fill={shape} />
      <circle cx="20" cy="20" r="3.9" fill={accent} />
    </>
  ),
} satisfies Record<ReturnType<typeof tokenMark>['motif'], (colours: Colours) => ReactNode>
