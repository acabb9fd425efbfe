'use client'

import { useTranslations } from 'next-intl'
import { QRCodeSVG } from 'qrcode.react'
import { useDelayed } from '@/components/app/use-delayed'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Spinner } from '@/components/ui/spinner'

type Props = {
  /** The WalletConnect pairing URI; undefined until the relay returns it. */
  readonly uri: string | undefined
  readonly onBack: () => void
}

/** The relay normally responds within a few seconds. */
const slowAfterMs = 8_000

/** The QR code that a mobile wallet scans to connect, and a link that opens a wallet on this device. */
export const PairingCode = ({ uri, onBack }: Props) => {
  const t = useTranslations('wallet')
  const isSlow = useDelayed(uri === undefined, slowAfterMs)
  return (
    <div className="grid justify-items-center gap-4">
      <div className="grid size-64 place-items-center rounded-well bg-white p-4">
        {uri ? (
          <QRCodeSVG value={uri} title={t('pairing.code')} className="size-full" />
        ) : (
          <span role="status" className="text-[#1b1a17]">
            <Spinner />
            <span className="sr-only">{t('pairing.loading')}</span>
          </span>
        )}
      </div>
      <p role="status" className="text-center text-small text-ink-2">
        {isSlow ? t('pairing.slow') : t('pairing.how')}
      </p>
      <div className="flex flex-wrap items-center justify-center gap-2">
        {uri ? (
          <>
            <a href={uri} className={buttonClass({ variant: 'secondary' })}>
              {t('pairing.open')}
            </a>
            <CopyButton text={uri} what={t('pairing.link')} />
          </>
        ) : null}
        <Button variant="quiet" onClick={onBack}>
          {t('pairing.back')}
        </Button>
      </div>
    </div>
  )
}
