import type { ServedNetwork } from '@/components/app/settings'
import { NetworkTag } from './network-button'
import { NetworkGlyph } from './network-glyph'

type Props = { readonly network: ServedNetwork }

/** A network as the header shows it: its mark, its name, and the tag of one whose tokens are worth nothing. */
export const NetworkName = ({ network }: Props) => (
  <span className="inline-flex flex-wrap items-center gap-x-1.5">
    <NetworkGlyph network={network} />
    {network.title}
    <NetworkTag network={network} />
  </span>
)
