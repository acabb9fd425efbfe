'use client'

import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import { FollowNetwork } from './follow-network'
import { NetworkSelect } from './network-select'
import { WalletButton } from './wallet-button'

type Props = {
  /** The menu that is initially open. */
  readonly opened?: 'network' | 'account' | undefined
}

/** Network and account controls in the header. */
export const HeaderWallet = ({ opened }: Props) => (
  <FillShellSlot name="wallet">
    <FollowNetwork />
    <span className="flex min-w-0 items-center gap-1">
      <NetworkSelect startsOpen={opened === 'network'} />
      <WalletButton startsOpen={opened === 'account'} />
    </span>
  </FillShellSlot>
)
