'use client'

import { QrCode, Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'

type Props = { readonly code: string; readonly link: string }

const LinkQr = lazyPart(async () => (await import('./link-qr')).LinkQr)

/** Shares a link by the device's share sheet or as a QR code. */
export const ShareCode = ({ code, link }: Props) => {
  const t = useTranslations('affiliate')
  const [isShown, setShown] = useState(false)
  const canShare = useCanShare()
  const share = () => {
    // Closing the share sheet is not an error.
    navigator
      .share({ title: 'Coincide', text: t('share.text', { code }), url: link })
      .catch(() => {})
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {canShare ? (
          <Button onClick={share}>
            <Share2 aria-hidden="true" className="size-4" /> {t('share.share')}
          </Button>
        ) : null}
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          <QrCode aria-hidden="true" className="size-4" />
          {isShown ? t('share.hide') : t('share.show')}
        </Button>
      </div>
      {isShown ? (
        <Suspense fallback={<Skeleton className="h-60" />}>
          <LinkQr code={code} link={link} />
        </Suspense>
      ) : null}
    </div>
  )
}

function useCanShare(): boolean {
  const [canShare, setCanShare] = useState(false)
  useEffect(() => setCanShare(typeof navigator.share === 'function'), [])
  return canShare
}
