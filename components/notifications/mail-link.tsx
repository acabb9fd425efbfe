'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { confirmMail, unsubscribeMail } from '@/lib/client/channels'
import { ApiError } from '@/lib/client/request'
import { failureText } from './channels/reason-text'

/** The action of a link in an email. */
export type MailLinkUse = 'confirm' | 'unsubscribe'

type Props = { readonly use: MailLinkUse; readonly token: string | undefined }

/** Runs the action of an email's link when the button is pressed: mail scanners open links, too. */
export const MailLink = ({ use, token }: Props) => {
  const t = useTranslations('notifications')

  const act = useMutation({
    mutationFn: async (text: string) => {
      if (use === 'confirm') await confirmMail(text)
      else await unsubscribeMail(text)
    },
  })
  if (token === undefined) {
    return (
      <div className="grid gap-4">
        <Alert tone="danger" title={t('link.incomplete')}>
          {t('link.whole')}
        </Alert>
        <ToChannels />
      </div>
    )
  }
  if (act.isSuccess) {
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <h2 className="text-section">{t(`link.${use}.done`)}</h2>
        <p>{t(`link.${use}.after`)}</p>
        <ToChannels />
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p>{t(`link.${use}.question`)}</p>
      {act.isError ? (
        <Alert tone="danger" title={isRefused(act.error) ? t('link.bad') : t('link.silent')}>
          {failureText(t, act.error)}
        </Alert>
      ) : null}
      {isRefused(act.error) ? (
        <ToChannels />
      ) : (
        <Button
          variant="primary"
          size="large"
          busy={act.isPending}
          onClick={() => act.mutate(token)}
        >
          {t(`link.${use}.button`)}
        </Button>
      )}
    </div>
  )
}

const ToChannels = () => {
  const t = useTranslations('notifications')
  return (
    <Link
      href="/notifications#channels"
      className="inline-flex min-h-11 items-center justify-self-start font-medium text-primary underline underline-offset-4"
    >
      {t('link.channels')}
    </Link>
  )
}

/** Whether the link itself is invalid, so that a retry cannot help. */
function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}
