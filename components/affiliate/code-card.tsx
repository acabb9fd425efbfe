'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import { CopyButton } from '@/components/ui/copy-button'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { Stamp } from '@/components/ui/stamp'
import { Well } from '@/components/ui/well'
import type { AffiliateView } from '@/lib/client/api'
import { fetchCodeStatus } from '@/lib/client/referral/fetch-code'
import { ShareCode } from './share-code'
import { useCodeLink } from './use-code-link'

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
    <Slip aria-label={t('card.label')} motion={isNew ? 'tear' : 'still'}>
      <Well ring="content" className="grid gap-1">
        <div className="flex items-start justify-between gap-3">
          <p className="text-label text-ink-2">{t('yourCode')}</p>
          {isNew ? <Stamp kind="filled" word={t('card.yours')} motion="drop" /> : null}
        </div>
        <p className="font-mono text-h1 wrap-anywhere">{affiliate.code}</p>
        <p className="text-label text-ink-2">
          {t.rich('card.since', {
            date: format.day(affiliate.createdAt),
            time: (chunks) => <time dateTime={affiliate.createdAt}>{chunks}</time>,
          })}
        </p>
      </Well>
      <SlipPerforation />
      {isDisabled ? (
        <div className="pb-3">
          <Alert tone="warn" title={t('card.off')}>
            {t('card.offText')}
          </Alert>
        </div>
      ) : null}
      <Well ring="content" className="grid gap-3">
        <div className="grid gap-1">
          <p className="text-label text-ink-2">{t('card.share')}</p>
          <div className="-mr-3.5 flex items-center gap-2">
            <p className="min-w-0 flex-1 font-mono text-small wrap-anywhere">{link}</p>
            <CopyButton text={link} what={t('card.link')} />
          </div>
        </div>
        <ShareCode code={affiliate.code} link={link} />
      </Well>
    </Slip>
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
