import type { Draft } from './draft'
import type { FuzzDesk } from './fuzz-fixture'
import {
  deadDelivery,
  mailTokens,
  newUrl,
  onlyBrowser,
  onlyWebhook,
  removeChannels,
} from './own-channels'

type Finish = (draft: Draft, desk: FuzzDesk) => Promise<Draft>

const toWebhook: Finish = async (draft, desk) => ({
  ...draft,
  params: { id: await onlyWebhook(desk) },
})

/** What makes a draft be about a channel or a delivery that is there, by endpoint. */
export const channelSigners: Readonly<Record<string, Finish>> = {
  // Ten channels are as many as there may be.
  addSubscription: async (draft, desk) => {
    await removeChannels(desk)
    const { types, label } = (draft.body ?? {}) as Readonly<Record<string, unknown>>
    return { ...draft, body: { channel: 'webhook', url: newUrl(), types, label } }
  },
  changeAccountSubscription: async (draft, desk) => ({
    ...draft,
    params: { id: await onlyBrowser(desk) },
  }),
  deleteAccountSubscription: toWebhook,
  testSubscription: toWebhook,
  rotateWebhookSecret: toWebhook,
  retryAccountDelivery: async (draft, desk) => ({
    ...draft,
    params: { id: await deadDelivery(desk) },
  }),
  confirmMailAddress: async (draft, desk) => ({
    ...draft,
    body: { token: (await mailTokens(desk)).toAgree },
  }),
  unsubscribeFromMail: async (draft, desk) => ({
    ...draft,
    params: { token: (await mailTokens(desk)).toEnd },
  }),
}
