'use client'

import type { ServedNetwork } from '@/components/app/settings'
import type { PresignStanding } from '@/lib/client/presign/presign-state'
import type { Presigning } from '@/lib/client/presign/send-presignature'
import { PresignPanel } from './presign-panel'
import { usePresign } from './use-presign'

type Props = {
  readonly presigning: Presigning
  readonly network: ServedNetwork
  readonly standing: PresignStanding
  /** Whether the order was placed just now: then the wallet is prompted at once, otherwise on request. */
  readonly isNew?: boolean
}

/** Presigns a placed order with the connected wallet and shows the progress; renders nothing once it is signed. */
export const PresignNote = ({ presigning, network, standing, isNew = true }: Props) => {
  const presign = usePresign({ presigning, network, standing, isNew })
  if (standing !== 'pending') return null
  return <PresignPanel presign={presign} network={network} owner={presigning.approval.owner} />
}
