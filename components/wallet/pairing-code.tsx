'use client'

import { useTranslations } from 'next-intl'
import { QRCodeSVG } from 'qrcode.react'
import { useOutlasts } from '@/components/app/use-delayed'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/copy-button'
import { Spinner } from '@/components/ui/spinner'

type Props = {
  /** What the wallet is to scan; undefined while the relay is asked for it. */
  readonly uri: string | undefined
  readonly onBack: () => void
}

/** A relay that answers does so in a few seconds. */
const patienceMs = 8_000

/** What a wallet on a phone scans to connect; on the phone itself a link opens the wallet. */
export const PairingCode = ({ uri, onBack }: Props) => {
  const t = useTranslations('wallet')
  const isSlow = useOutlasts(uri === undefined, patienceMs)
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
