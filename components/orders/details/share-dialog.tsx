'use client'

import { Check, Download, Link as LinkIcon, Share } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { Switch } from '@/components/ui/switch'
import { type LinkedAmounts, orderHref, orderPictureHref } from '@/lib/client/orders/order-href'
import type { Hex } from '@/lib/core/bytes'

type Props = {
  readonly uid: Hex
  readonly titles: Readonly<Record<LinkedAmounts, string>>
  /** The first choice. */
  readonly amounts: LinkedAmounts
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Shares an order by link and picture, with or without its amounts. */
export const ShareDialog = ({ uid, titles, isOpen, onClose, ...given }: Props) => {
  const t = useTranslations('orders')
  const [amounts, setAmounts] = useState(given.amounts)
  const url = `${location.origin}${orderHref(uid, amounts)}`
  const title = titles[amounts]
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={t('share.title')}
        footer={
          <div className="grid grid-cols-1 gap-2 xs:grid-cols-2">
            <CopyLink key={url} url={url} />
            <a
              href={orderPictureHref(uid, amounts)}
              download={`coincide-${uid.slice(2, 10)}.png`}
              className={buttonClass({ size: 'large' })}
            >
              <Download aria-hidden="true" className="size-5" />
              {t('share.download')}
            </a>
            {canShare() ? (
              <Button
                size="large"
                className="xs:col-span-2"
                // Closing the system's dialog rejects the promise; nothing has failed.
                onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
              >
                <Share aria-hidden="true" className="size-5" />
                {t('share.more')}
              </Button>
            ) : null}
          </div>
        }
      >
        <div className="grid grid-cols-1 gap-4">
          <Picture key={amounts} src={orderPictureHref(uid, amounts)} alt={title} />
          <Switch
            label={t('share.hide')}
            hint={t(amounts === 'hidden' ? 'share.hideHint' : 'share.shownHint')}
            checked={amounts === 'hidden'}
            onCheckedChange={(isOn) => setAmounts(isOn ? 'hidden' : 'shown')}
          />
        </div>
      </DialogContent>
    </Dialog>
  )
}

const canShare = () => typeof navigator.share === 'function'

type PictureProps = { readonly src: string; readonly alt: string }

/** The picture in its place from the start, since the service draws it for a moment. */
const Picture = ({ src, alt }: PictureProps) => {
  const t = useTranslations('orders')
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>('loading')
  return (
    <div className="relative aspect-[1200/630] overflow-hidden rounded-well border border-card-edge bg-well">
      {state === 'loading' ? <Skeleton className="absolute inset-0 rounded-none" /> : null}
      {state === 'failed' ? (
        <p role="status" className="grid h-full place-items-center p-4 text-small text-ink-2">
          {t('share.noPicture')}
        </p>
      ) : (
        // biome-ignore lint/performance/noImgElement: the service draws it at its size.
        <img
          src={src}
          alt={alt}
          width={1200}
          height={630}
          onLoad={() => setState('loaded')}
          onError={() => setState('failed')}
          className="relative size-full"
        />
      )}
    </div>
  )
}

const CopyLink = ({ url }: { readonly url: string }) => {
  const t = useTranslations('orders')
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  useEffect(() => {
    if (state !== 'copied') return
    const timer = setTimeout(() => setState('idle'), 2_000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () => {
    // `clipboard` is undefined in insecure contexts: plain HTTP except localhost.
    const written = navigator.clipboard?.writeText(url) ?? Promise.reject(new Error('no clipboard'))
    written.then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <>
      {state === 'failed' ? (
        <div className="xs:col-span-2">
          <Alert tone="info" title={t('share.copyFailed')}>
            <span className="font-mono text-code wrap-anywhere">{url}</span>
          </Alert>
        </div>
      ) : null}
      <Button variant="primary" size="large" data-autofocus="" onClick={copy}>
        {state === 'copied' ? (
          <Check aria-hidden="true" className="size-5" />
        ) : (
          <LinkIcon aria-hidden="true" className="size-5" />
        )}
        {state === 'copied' ? t('share.copied') : t('share.copy')}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' ? t('share.copied') : null}
      </span>
    </>
  )
}
