import { randomBytes } from 'node:crypto'

/** Content of an unsubscribe link. */
export type UnsubscribeFacts = {
  readonly subscriptionId: string
  /** The subscription's secret, which authenticates the link. */
  readonly secret: string
}

const form =
  /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/

/** Generates the secret of a subscription's unsubscribe links: 32 random bytes, base64url. */
export function makeUnsubscribeSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Builds the token of an unsubscribe link; it never expires, as the secret does not change. */
export function unsubscribeToken({ subscriptionId, secret }: UnsubscribeFacts): string {
  return `${subscriptionId.replaceAll('-', '')}.${secret}`
}

/** Parses an unsubscribe token without authenticating it; undefined when malformed. */
export function readUnsubscribeToken(token: string): UnsubscribeFacts | undefined {
  const [, ...parts] = form.exec(token) ?? []
  const secret = parts.pop()
  return secret === undefined ? undefined : { subscriptionId: parts.join('-'), secret }
}
