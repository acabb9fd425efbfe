import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that a webhook got. */
export type HeardWebhook = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A local server whose every path is a webhook. */
export type WebhookReceiver = {
  /** As WEBHOOK_PRIVATE_HOSTS names it. */
  readonly host: string
  readonly heard: HeardWebhook[]
  /** How it answers from now on; at first it takes what it gets. */
  answer: (response: ServerResponse) => void
  readonly close: () => Promise<void>
}

/** Starts a receiver on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const heard: HeardWebhook[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    heard.push({ path: request.url ?? '', headers: request.headers, body })
    receiver.answer(response)
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const receiver: WebhookReceiver = {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: (response) => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
