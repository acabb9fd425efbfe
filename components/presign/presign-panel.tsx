'use client'

import { useTranslations } from 'next-intl'
import type { ServedNetwork } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { canAsk, canDiscard, presignStage } from '@/lib/client/presign/presign-state'
import { safeQueueUrl } from '@/lib/client/wallet/safe-link'
import type { Address } from '@/lib/core/address'
import type { Presign } from './use-presign'
import { useSafeThreshold } from './use-safe-threshold'

type Props = {
  readonly presign: Presign
  readonly network: ServedNetwork
  readonly owner: Address
}

/** What an order waits for that a contract wallet is to sign on the chain. */
export const PresignPanel = ({ presign, network, owner }: Props) => {
  const { state } = presign
  const t = useTranslations('wallet')
  const stage = presignStage(state)
  const trouble = state.phase.at === 'rest' ? state.phase.trouble : undefined
  return (
    <Alert
      tone={trouble === undefined ? 'info' : 'warn'}
      title={
        trouble === undefined
          ? t(stage === 'discarded' ? 'presign.discarded' : 'presign.title')
          : t(`presignTrouble.${trouble}`)
      }
      actions={
        <>
          {canAsk(state) ? (
            <Button size="small" onClick={presign.sign}>
              {t(stage === 'unsent' && trouble === undefined ? 'presign.sign' : 'presign.again')}
            </Button>
          ) : null}
          {canDiscard(state) ? (
            <Button size="small" variant="quiet" onClick={presign.discard}>
              {t('presign.discard')}
            </Button>
          ) : null}
        </>
      }
    >
      {stage === 'signed' ? null : <p>{t(`presignStage.${stage}`)}</p>}
      {stage === 'discarded' ? null : <SafeOwners network={network} owner={owner} />}
    </Alert>
  )
}

/** Where the wallet is a Safe: how many of its owners it needs, and where they confirm. */
const SafeOwners = ({ network, owner }: Omit<Props, 'presign'>) => {
  const { chainId, embedded } = network
  const t = useTranslations('wallet')
  const threshold = useSafeThreshold({ chainId, owner })
  if (threshold === undefined) return null
  // The Safe's own pages do not know the chains of this machine.
  const url = embedded ? undefined : safeQueueUrl({ chainId, safe: owner })
  return (
    <p>
      {threshold > 1 ? t('presign.owners', { count: threshold }) : null}{' '}
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="underline">
          {t('presign.queue')}
        </a>
      ) : null}
    </p>
  )
}
