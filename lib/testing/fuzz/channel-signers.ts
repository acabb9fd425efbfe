import type { Draft } from './draft'
import type { FuzzFixture } from './fuzz-fixture'
import {
  deadDelivery,
  mailTokens,
  newUrl,
  onlyBrowser,
  onlyWebhook,
  removeChannels,
} from './own-channels'

type Finish = (draft: Draft, fixture: FuzzFixture) => Promise<Draft>

const toWebhook: Finish = async (draft, fixture) => ({
  ...draft,
  params: { id: await onlyWebhook(fixture) },
})

/** Points a draft at an existing channel or delivery, by endpoint. */
export const channelSigners: Readonly<Record<string, Finish>> = {
  // An account may have ten channels at most.
  addSubscription: async (draft, fixture) => {
    await removeChannels(fixture)
    const { types, label } = (draft.body ?? {}) as Readonly<Record<string, unknown>>
    return { ...draft, body: { channel: 'webhook', url: newUrl(), types, label } }
  },
  changeAccountSubscription: async (draft, fixture) => ({
    ...draft,
    params: { id: await onlyBrowser(fixture) },
  }),
  deleteAccountSubscription: toWebhook,
  testSubscription: toWebhook,
  rotateWebhookSecret: toWebhook,
  retryAccountDelivery: async (draft, fixture) => ({
    ...draft,
    params: { id: await deadDelivery(fixture) },
  }),
  confirmMailAddress: async (draft, fixture) => ({
    ...draft,
    body: { token: (await mailTokens(fixture)).toAgree },
  }),
  unsubscribeFromMail: async (draft, fixture) => ({
    ...draft,
    params: { token: (await mailTokens(fixture)).toEnd },
  }),
}
