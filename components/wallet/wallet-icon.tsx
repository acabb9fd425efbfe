import { Wallet } from 'lucide-react'

/** The icon that a wallet announces of itself (EIP-6963: a data URI); a general one where it has none. */
export const WalletIcon = ({ icon }: { readonly icon: string | undefined }) =>
  icon?.startsWith('data:image/') ? (
    // biome-ignore lint/performance/noImgElement: there is nothing to load.
    <img src={icon} alt="" className="size-6 shrink-0 rounded-md object-contain" />
  ) : (
    <Wallet aria-hidden="true" className="size-6 shrink-0" />
  )
