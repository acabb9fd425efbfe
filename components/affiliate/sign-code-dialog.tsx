'use client'

import { useTranslations } from 'next-intl'
import { getTypesForEIP712Domain, serializeTypedData, type TypedDataDefinition } from 'viem'
import { useBytecode } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useNow } from '@/components/app/use-now'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Disclosure } from '@/components/ui/disclosure'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Address } from '@/lib/core/address'
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
  const wallet = useTranslations('wallet')
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
            <Alert tone="info" title={wallet('late.wallet')}>
              {wallet('late.walletText')}
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
      data-autofocus=""
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

type MessageProps = {
  /** The EIP-712 domain name for codes. */
  readonly name: string
  readonly account: Address
  readonly code: string
}

/** Shows the typed data to sign, as labelled rows and as JSON. */
export const SignedMessage = ({ name, account, code }: MessageProps) => {
  const t = useTranslations('affiliate')
  const typedData = affiliateTypedData(name, { walletAddress: account, code })
  const { domain, message } = typedData
  const raw = rawText(typedData)
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 className="text-small font-medium">{t('message.title')}</h3>
      <DetailList>
        <Detail name={t('message.for')}>
          {t('message.domain', { name: String(domain.name), version: String(domain.version) })}
        </Detail>
        <Detail name={t('message.wallet')}>
          <span className="font-mono text-code font-normal">{message.walletAddress}</span>
        </Detail>
        <Detail name={t('code')}>
          <span className="font-mono">{message.code}</span>
        </Detail>
        <Detail name={t('message.chain')}>
          {t('message.anyNetwork', { chain: String(message.chainId) })}
        </Detail>
      </DetailList>
      <Disclosure summary={t('message.itself')}>
        <div className="flex items-start gap-1 rounded-well bg-sunken p-3 pr-1">
          <pre className="min-w-0 flex-1 font-mono text-code wrap-anywhere whitespace-pre-wrap">
            {raw}
          </pre>
          <CopyButton text={raw} what={t('message.message')} />
        </div>
      </Disclosure>
    </div>
  )
}

/** The JSON sent to the wallet, indented. */
function rawText({ types, ...typedData }: ReturnType<typeof affiliateTypedData>): string {
  const EIP712Domain = getTypesForEIP712Domain({ domain: typedData.domain })
  const whole: TypedDataDefinition = { ...typedData, types: { EIP712Domain, ...types } }
  return JSON.stringify(JSON.parse(serializeTypedData(whole)), null, 2)
}
