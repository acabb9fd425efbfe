import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { AccountFixture, Answered, Asking } from '@/lib/testing/accounts/account-fixture'

/** What tests do with webhooks whose messages the desk receives. */
export type WebhookActions = {
  /** What asks for a webhook. */
  readonly webhook: (path?: string) => { readonly channel: 'webhook'; readonly url: string }
  /** Adds a webhook, and gives what was answered. */
  readonly add: (
    ask: Asking,
    path?: string,
  ) => Promise<{ subscription: { id: string; label: string }; secret: string }>
  /** The channels of the account that asks. */
  readonly list: (ask: Asking) => Promise<Answered['body']>
  /** Reads the last message that came, as a receiver does; throws when the secret did not sign it. */
  readonly verify: (secret: string) => unknown
}

/** The actions at a desk. */
export function webhookActions(fixture: AccountFixture): WebhookActions {
  const webhook: WebhookActions['webhook'] = (path = '/hook') => ({
    channel: 'webhook',
    url: `http://${fixture.receiver.host}${path}`,
  })
  return {
    webhook,
    add: async (ask, path) => {
      const { status, body } = await ask('POST', '/subscriptions', webhook(path))
      expect({ status, body }).toMatchObject({ status: 201 })
      return body
    },
    list: async (ask) => (await ask('GET', '/subscriptions')).body.subscriptions,
    verify: (secret) => {
      const { headers = {}, body = '' } = fixture.receiver.heard.at(-1) ?? {}
      return new Webhook(secret).verify(body, headers as Record<string, string>)
    },
  }
}
