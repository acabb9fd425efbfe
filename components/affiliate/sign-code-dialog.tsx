'use client'

import { useTranslations } from 'next-intl'
import { useBytecode } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useNow } from '@/components/app/use-now'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Address } from '@/lib/core/address'
import { SignedMessage } from './signed-message'
import type { Registration } from './use-register-code'

type Props = {
  readonly account: Address
  readonly code: string
  readonly registration: Registration
  readonly onSign: () => void
  /** Called if the wallet turns out to have a code already. */
  readonly onShow: () => void
  readonly onClose: () => void
}

/** Explains that the code is permanent, shows the typed data to sign and any failure. */
export const SignCodeDialog = (props: Props) => {
  const t = useTranslations('affiliate')
  const { account, code, registration, onClose } = props
  const { settings } = useSettings()
  const isSmart = useIsSmartWallet(account)
  const { stage, failure } = registration
  return (
    // A request to the service cannot be cancelled.
    <Dialog open onOpenChange={(open) => !open && stage !== 'sending' && onClose()}>
      <DialogContent
        title={t('sign.title', { code })}
        description={t('sign.once')}
        footer={<SignButton {...props} />}
      >
        <div className="grid grid-cols-1 gap-4">
          {failure ? (
            <Alert tone={failure.tone} title={failure.title}>
              {failure.advice}
            </Alert>
          ) : null}
          {registration.isLate ? (
            <Alert tone="info" title={t('sign.silent')}>
              {t('sign.silentText')}
            </Alert>
          ) : null}
          <SignedMessage name={settings.affiliateName} account={account} code={code} />
          <p className="text-label text-ink-2">{t('sign.note')}</p>
          {isSmart && !failure ? (
            <Alert tone="info" title={t('sign.smart')}>
              {t('sign.smartText')}
            </Alert>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  )
}

const SignButton = ({ registration, onSign, onShow, onClose }: Props) => {
  const t = useTranslations('affiliate')
  const { stage, isLate, failure, failedAtMs } = registration
  const now = useNow()
  const waitMs =
    failure?.waitSeconds === undefined ? 0 : failedAtMs + failure.waitSeconds * 1000 - now
  const act = { show: onShow, none: onClose, choose: onClose, resend: onSign, sign: onSign }
  const isWaiting = stage === 'review' && now > 0 && waitMs > 0
  return (
    <Button
      variant="primary"
      size="large"
      className="w-full"
      busy={stage !== 'review' && !isLate}
      aria-disabled={isWaiting}
      onClick={act[failure?.next ?? 'sign']}
    >
      {isWaiting ? t('sign.wait', { seconds: Math.ceil(waitMs / 1000) }) : labelOf(t, registration)}
    </Button>
  )
}

function labelOf(t: Translator<'affiliate'>, { stage, isLate, failure }: Registration): string {
  if (stage === 'signing') return isLate ? t('sign.askAgain') : t('sign.confirm')
  if (stage === 'sending') return t('sign.sending')
  return failure ? t(`next.${failure.next}`) : t('sign.act')
}

/** Accounts that delegate to code (EIP-7702) still sign with their key. */
function useIsSmartWallet(account: Address): boolean {
  const { network } = useSettings()
  const code = useBytecode({ address: account, chainId: network.chainId })
  return !!code.data && code.data !== '0x' && !code.data.startsWith('0xef0100')
}
