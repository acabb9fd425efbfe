'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { confirmMail, unsubscribeMail } from '@/lib/client/channels'
import { ApiError } from '@/lib/client/request'
import { failureText } from './failure-text'

/** What a link in a mail is for. */
export type MailLinkUse = 'confirm' | 'unsubscribe'

type Words = {
  readonly question: string
  readonly button: string
  readonly done: string
  readonly after: string
}

const words: Readonly<Record<MailLinkUse, Words>> = {
  confirm: {
    question: 'Do you want notifications of your orders sent to this mailbox?',
    button: 'Yes, send them',
    done: 'Confirmed',
    after:
      'From now on notifications arrive in your mailbox. Every mail has a link that ends them.',
  },
  unsubscribe: {
    question: 'No further mails are sent to this mailbox. The inbox on this site stays.',
    button: 'Unsubscribe',
    done: 'Unsubscribed',
    after: 'No further mail is sent. You can add the address again under Channels.',
  },
}

type Props = { readonly use: MailLinkUse; readonly token: string | undefined }

/** Does what a link in a mail is for once its reader presses the button: programs that read mail open links too. */
export const MailLink = ({ use, token }: Props) => {
  const { question, button, done, after } = words[use]
  const act = useMutation({
    mutationFn: async (text: string) => {
      if (use === 'confirm') await confirmMail(text)
      else await unsubscribeMail(text)
    },
  })
  if (token === undefined) {
    return (
      <Alert tone="danger" title="This link is not complete">
        Open the whole link of the mail.
      </Alert>
    )
  }
  if (act.isSuccess) {
    return (
      <div role="status" className="grid justify-items-start gap-4">
        <h2 className="text-h2">{done}</h2>
        <p>{after}</p>
        <ToChannels />
      </div>
    )
  }
  return (
    <div className="grid justify-items-start gap-4">
      <p>{question}</p>
      {act.isError ? (
        <Alert
          tone="danger"
          title={isRefused(act.error) ? 'This link does not work' : 'The service is not answering'}
        >
          {failureText(act.error)}
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
          {button}
        </Button>
      )}
    </div>
  )
}

const ToChannels = () => (
  <Link href="/notifications#channels" className="text-primary underline">
    To your channels
  </Link>
)

/** Whether the link is at fault, so that pressing the button again changes nothing. */
function isRefused(error: Error | null): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}
