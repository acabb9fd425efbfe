import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { startLocalServer } from '@/lib/testing/local-server'

/** A message that a webhook received. */
export type ReceivedWebhook = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A local server with one webhook per path. */
export type WebhookReceiver = {
  /** In the form of WEBHOOK_ALLOWED_HOSTS. */
  readonly host: string
  readonly heard: ReceivedWebhook[]
  /** The answer from now on; at first every message is accepted. */
  answer: (response: ServerResponse) => void
  readonly close: () => Promise<void>
}

/** Starts a receiver on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const heard: ReceivedWebhook[] = []
  const { host, close } = await startLocalServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push({ path: request.url ?? '', headers: request.headers, body })
    receiver.answer(response)
  })
  const receiver: WebhookReceiver = {
    host,
    heard,
    answer: (response) => response.writeHead(204).end(),
    close,
  }
  return receiver
}
