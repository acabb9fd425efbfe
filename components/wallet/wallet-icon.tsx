import { Wallet } from 'lucide-react'

/** The icon that a wallet announces (EIP-6963: a data URI), else a generic one. */
export const WalletIcon = ({ icon }: { readonly icon: string | undefined }) =>
  icon?.startsWith('data:image/') ? (
    // biome-ignore lint/performance/noImgElement: a data URI needs no image optimisation.
    <img src={icon} alt="" className="size-6 shrink-0 rounded-md object-contain" />
  ) : (
    <Wallet aria-hidden="true" className="size-6 shrink-0" />
  )
