import type { ServedNetwork } from '@/components/app/settings'
import { NetworkGlyph } from './network-glyph'

type Props = { readonly network: ServedNetwork }

/** A network among facts: its mark and its name. The header says whether its tokens are worth anything. */
export const NetworkName = ({ network }: Props) => (
  <span className="inline-flex items-center gap-x-1.5">
    <NetworkGlyph network={network} />
    {network.title}
  </span>
)
