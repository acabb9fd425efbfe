'use client'

import { useTranslations } from 'next-intl'
import type { ServedNetwork } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { canAsk, canDiscard, presignStage } from '@/lib/client/presign/presign-state'
import { safeQueueUrl } from '@/lib/client/wallet/safe-link'
import type { Address } from '@/lib/core/address'
import type { Presign } from './use-presign'
import { useConfirmations, useSafeOwners } from './use-safe-owners'

type Props = {
  readonly presign: Presign
  readonly network: ServedNetwork
  readonly owner: Address
}

/** Shows what an order's presignature by a contract wallet waits for. */
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
      {stage === 'discarded' ? null : (
        <SafeOwners
          network={network}
          owner={owner}
          sent={state.phase.at === 'sent' ? state.phase.name : undefined}
        />
      )}
    </Alert>
  )
}

type OwnersProps = Omit<Props, 'presign'> & {
  /** The wallet's id of the transaction; undefined without one. */
  readonly sent: string | undefined
}

/** For a Safe: the required and given confirmations, and where to confirm. */
const SafeOwners = ({ network, owner, sent }: OwnersProps) => {
  const { chainId, embedded } = network
  const t = useTranslations('wallet')
  const safe = useSafeOwners({ chainId, owner })
  const confirmed = useConfirmations(sent)
  if (safe === undefined) return null
  // Safe's web app does not know the chains of this machine.
  const url = embedded ? undefined : safeQueueUrl({ chainId, safe: owner })
  return (
    <p>
      {safe.owners > 1 ? t('presign.owners', safe) : null}{' '}
      {confirmed === undefined
        ? null
        : t('presign.confirmed', { confirmed, threshold: safe.threshold })}{' '}
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className="underline">
          {t('presign.queue')}
        </a>
      ) : null}
    </p>
  )
}
