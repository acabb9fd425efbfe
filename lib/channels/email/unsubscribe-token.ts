import { randomBytes } from 'node:crypto'

/** What a link that ends mails says. */
export type UnsubscribeFacts = {
  readonly subscriptionId: string
  /** The subscription's own, by which we know that the link was ours. */
  readonly secret: string
}

const form =
  /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/** A new secret of the links that end the mails of one subscription: 32 random bytes, base64url. */
export function makeUnsubscribeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The token of such a link: it holds as long as the subscription has the secret, which is for ever. */
export function unsubscribeToken({ subscriptionId, secret }: UnsubscribeFacts): string {
  return `${subscriptionId.replaceAll('-', '')}.${secret}`
}

/** What a token says, whoever made it; undefined when it is none. */
export function readUnsubscribeToken(token: string): UnsubscribeFacts | undefined {
  const [, ...parts] = form.exec(token) ?? []
  const secret = parts.pop()
  return secret === undefined ? undefined : { subscriptionId: parts.join('-'), secret }
}
