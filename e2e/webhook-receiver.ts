import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

const servicePort = Number(process.env.E2E_PORT ?? '3917')
/** The first of four ports beside that of the service, at which the tests receive what it sends. */
export const receiverPort = Number(process.env.E2E_RECEIVER_PORT ?? servicePort + 1)

/** Where the tests receive webhooks; the service under test is told that it may post there. */
export const receiverHost = `127.0.0.1:${receiverPort}`

type Arrival = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** What a message holds. */
export type ReceivedMessage = {
  readonly type: string
  readonly data: { readonly id: string; readonly message: string; readonly metadata: object }
}

/** A server that webhooks are posted to. */
export type WebhookReceiver = {
  readonly url: string
  /** Answers with this status from now on; 200 at first. */
  answerWith(status: number): void
  /** What has arrived with a signature by `secret`; anything else throws. */
  verified(secret: string): readonly ReceivedMessage[]
  close(): Promise<void>
}

/** Starts the server of {@link receiverHost}. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const arrivals: Arrival[] = []
  let status = 200
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      arrivals.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(receiverPort, '127.0.0.1', resolve))
  return {
    url: `http://${receiverHost}/hook`,
    answerWith: (next) => {
      status = next
    },
    verified: (secret) =>
      arrivals.map(({ headers, body }) => {
        const message = new Webhook(secret).verify(body, headers as Record<string, string>)
        return message as ReceivedMessage
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
