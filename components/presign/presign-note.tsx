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
  /** Whether it was placed just now: then the wallet is asked at once, else when its owner says so. */
  readonly isNew?: boolean
}

/** Has the wallet sign a placed order on the chain, and tells how far that is; nothing once it is signed. */
export const PresignNote = ({ presigning, network, standing, isNew = true }: Props) => {
  const presign = usePresign({ presigning, network, standing, isNew })
  if (standing !== 'pending') return null
  return <PresignPanel presign={presign} network={network} owner={presigning.approval.owner} />
}
