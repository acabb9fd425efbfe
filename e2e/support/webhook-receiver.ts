import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

const servicePort = Number(process.env.E2E_PORT ?? '3917')
/** First of four consecutive ports of the fake receivers; by default next to the service's port. */
export const receiverPort = Number(process.env.E2E_RECEIVER_PORT ?? servicePort + 1)

/** Host of the test receiver, which the service under test allows by WEBHOOK_ALLOWED_HOSTS. */
export const receiverHost = `127.0.0.1:${receiverPort}`

type Arrival = { readonly headers: IncomingHttpHeaders; readonly body: string }

/** Payload of a webhook message. */
export type ReceivedMessage = {
  readonly type: string
  readonly data: { readonly id: string; readonly message: string; readonly metadata: object }
}

/** A webhook endpoint. */
export type WebhookReceiver = {
  readonly url: string
  /** Sets the response status; initially 200. */
  answerWith(status: number): void
  /** Returns all received messages; throws if one is not signed with `secret`. */
  verified(secret: string): readonly ReceivedMessage[]
  close(): Promise<void>
}

/** Starts the receiver on {@link receiverHost}. */
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
