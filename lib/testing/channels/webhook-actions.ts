import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import type { AccountFixture, Answered, Asking } from '@/lib/testing/accounts/account-fixture'

/** Actions of tests on webhooks whose messages the fixture receives. */
export type WebhookActions = {
  /** Returns the request body that adds a webhook. */
  readonly webhook: (path?: string) => { readonly channel: 'webhook'; readonly url: string }
  /** Adds a webhook and returns the answer. */
  readonly add: (
    ask: Asking,
    path?: string,
  ) => Promise<{ subscription: { id: string; label: string }; secret: string }>
  /** Returns the channels of the requesting account. */
  readonly list: (ask: Asking) => Promise<Answered['body']>
  /** Verifies the last message as a receiver does. Throws if `secret` did not sign it. */
  readonly verify: (secret: string) => unknown
}

/** Returns the webhook actions of the fixture that the running test has. */
export function webhookActions(running: () => AccountFixture): WebhookActions {
  const webhook: WebhookActions['webhook'] = (path = '/hook') => ({
    channel: 'webhook',
    url: `http://${running().receiver.host}${path}`,
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
      const { headers = {}, body = '' } = running().receiver.heard.at(-1) ?? {}
      return new Webhook(secret).verify(body, headers as Record<string, string>)
    },
  }
}
