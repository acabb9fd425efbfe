'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { addChannel } from '@/lib/client/channels'
import { rememberPushChannel } from '@/lib/client/push-channels'
import { ApiError } from '@/lib/client/request'
import { browserLabel, enablePush, findPushState, type PushAnswer } from '@/lib/client/web-push'
import type { Address } from '@/lib/core/address'
import { failureText } from './failure-text'

type Props = {
  readonly account: Address
  readonly publicKey: string
  readonly onClose: () => void
}

/** Adds this browser; it asks for leave once the button is pressed, and never before. */
export const AddBrowser = ({ account, publicKey, onClose }: Props) => {
  const queries = useQueryClient()
  const state = useQuery({ queryKey: ['push-state'], queryFn: findPushState, gcTime: 0 })
  const add = useMutation({
    mutationFn: async (): Promise<PushAnswer['kind']> => {
      const answer = await enablePush(publicKey)
      if (answer.kind !== 'on') return answer.kind
      const label = browserLabel(navigator.userAgent)
      const wish = { channel: 'web_push', label, ...answer.target } as const
      const { subscription } = await addChannel(account, wish)
      if (subscription) rememberPushChannel(subscription.id)
      return 'on'
    },
    onSuccess: (kind) => {
      if (kind === 'on') onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['own', account] }),
  })
  const kind = add.data ?? state.data
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Send to this browser"
        description="Your browser asks you for leave next. It shows notifications also while this page is closed."
      >
        <div className="grid grid-cols-1 gap-4">
          {kind === 'unsupported' ? (
            <Alert tone="info" title="This browser cannot show them">
              It has no web push, or the page was not opened by https. On an iPhone or iPad, add the
              page to the home screen first.
            </Alert>
          ) : null}
          {kind === 'denied' ? <Denied /> : null}
          {kind === 'dismissed' ? (
            <Alert tone="info" title="You have not decided yet">
              Press the button again and choose Allow.
            </Alert>
          ) : null}
          {add.isError ? (
            <Alert tone="danger" title="This browser was not added">
              {add.error instanceof ApiError
                ? failureText(add.error)
                : 'The push service of your browser did not answer. Try again.'}
            </Alert>
          ) : null}
          {kind === 'unsupported' || kind === 'denied' ? null : (
            <Button
              variant="primary"
              size="large"
              busy={add.isPending}
              onClick={() => add.mutate()}
            >
              {add.isPending ? 'Answer your browser' : 'Ask my browser'}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** A page cannot ask again once it was told no; only the person can change that, in the browser. */
const Denied = () => (
  <Alert tone="warn" title="Your browser blocks notifications of this page">
    <ol className="list-decimal pl-5">
      <li>Open the settings of this site: the icon left of the address.</li>
      <li>Set Notifications to Allow.</li>
      <li>Load this page again and add the browser.</li>
    </ol>
  </Alert>
)
