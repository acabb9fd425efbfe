'use client'

import { useQuery } from '@tanstack/react-query'
import { QrCode, Share2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Suspense, useEffect, useState } from 'react'
import { CodeBlock } from '@/components/docs/code-block'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Disclosure } from '@/components/ui/disclosure'
import { lazyPart } from '@/components/ui/lazy-part'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { AffiliateView } from '@/lib/client/api'
import { fetchCodeStatus } from '@/lib/client/referral/fetch-code'
import { useCodeLink, useSiteOrigin } from './use-code-link'

type Props = {
  readonly affiliate: AffiliateView
  /** Whether it was registered just now. */
  readonly isNew: boolean
}

/** Shows a registered code, with its link to share. */
export const CodeCard = ({ affiliate, isNew }: Props) => {
  const t = useTranslations('affiliate')
  const format = useFormat()
  const isDisabled = useIsDisabled(affiliate.code)
  const link = useCodeLink(affiliate.code)
  return (
    <Panel
      title={t('card.label')}
      aside={isNew ? <Badge tone="surplus">{t('card.yours')}</Badge> : null}
    >
      <div className="grid gap-1">
        <p className="font-mono text-h2 wrap-anywhere">{affiliate.code}</p>
        <p className="text-label text-ink-2">
          {t.rich('card.since', {
            date: format.day(affiliate.createdAt),
            time: (chunks) => <time dateTime={affiliate.createdAt}>{chunks}</time>,
          })}
        </p>
      </div>
      {isDisabled ? (
        <Alert tone="warn" title={t('card.off')}>
          {t('card.offText')}
        </Alert>
      ) : null}
      <div className="grid gap-1 border-t border-hair pt-4">
        <p className="text-label text-ink-2">{t('card.share')}</p>
        <div className="-mr-3.5 flex items-center gap-2">
          <p className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{link}</p>
          <CopyButton text={link} what={t('card.link')} />
        </div>
      </div>
      <ShareCode code={affiliate.code} link={link} />
      <EmbedSnippet code={affiliate.code} />
    </Panel>
  )
}

/** The text shared along with the link. */
function useIsDisabled(code: string): boolean {
  const standing = useQuery({
    queryKey: ['code-standing', code],
    queryFn: ({ signal }) => fetchCodeStatus(code, { signal }),
    retry: false,
  })
  return standing.data?.state === 'disabled'
}

/** How a site shows the trade card with this code. */
const EmbedSnippet = ({ code }: Pick<ShareCodeProps, 'code'>) => {
  const t = useTranslations('affiliate')
  const snippet = [
    `<script src="${useSiteOrigin()}/embed.js" async></script>`,
    `<coincide-swap ref="${code}"></coincide-swap>`,
  ].join('\n')
  return (
    <Disclosure summary={t('embed.title')}>
      <div className="grid gap-2">
        <CodeBlock title={t('embed.snippet')} text={snippet} use="copied" lines="wrapped" />
        <p className="text-label text-ink-2">{t('embed.note')}</p>
      </div>
    </Disclosure>
  )
}

type ShareCodeProps = { readonly code: string; readonly link: string }

const LinkQr = lazyPart(async () => (await import('./link-qr')).LinkQr)

/** Shares a link by the device's share sheet or as a QR code. */
const ShareCode = ({ code, link }: ShareCodeProps) => {
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
