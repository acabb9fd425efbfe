import { z } from 'zod'
import {
  addPriceAlert,
  armPriceAlert,
  type NamedPriceAlert,
  readPriceAlerts,
  removePriceAlert,
} from '@/lib/alerts/manage-price-alerts'
import { answer } from '@/lib/api/declare/answer'
import { messageRefusal } from '@/lib/api/declare/example'
import { address, addressText, isoTime, onlyFields } from '@/lib/api/declare/fields'
import { maxPriceAlerts, priceConditions, priceLimits } from '@/lib/core/price-alert'
import { areNotificationsOn } from '@/lib/notifications/notification-view'
import { defineAccountEndpoint, notSignedIn } from './account-endpoint'

/** Shared declaration of the price alert endpoints. */
const ofAlerts = { tag: 'Notifications', enabled: areNotificationsOn } as const

const conditionMessage = `must be ${priceConditions.join(' or ')}`
const limitMessage = `must be a price in US dollars from ${priceLimits.min} to ${priceLimits.max}`

const target = {
  condition: z
    .enum(priceConditions, conditionMessage)
    .describe('above: tell when the price rises to the limit; below: when it falls to it'),
  limitUsd: z
    .number(limitMessage)
    .min(priceLimits.min, limitMessage)
    .max(priceLimits.max, limitMessage)
    .describe('Limit, in US dollars per whole token; not reached yet'),
}

/** Schema of a price alert. */
export const priceAlertResponse = z
  .object({
    id: z.uuid().describe('Names the alert'),
    chainId: z.int().describe('Network of the token'),
    token: addressText.describe('Token whose price is watched'),
    symbol: z.string().nullable().describe('What its contract calls it; null: unknown'),
    condition: z.enum(priceConditions).describe('From which side the limit is reached'),
    limitUsd: z.number().describe('Limit, in US dollars per whole token'),
    armed: z.boolean().describe('Whether it waits; it fires once, until it is armed again'),
    createdAt: isoTime.describe('When it was added'),
    firedAt: isoTime.nullable().describe('When it fired; null while it is armed'),
    firedUsd: z.number().nullable().describe('Price that fired it'),
  })
  .meta({ id: 'PriceAlert' })

/** Renders {@link priceAlertResponse}, with times as Dates. */
export function viewPriceAlert({ fired, symbol, ...alert }: NamedPriceAlert) {
  const { id, chainId, token, condition, limitUsd, createdAt } = alert
  return {
    ...{ id, chainId, token, symbol: symbol ?? null, condition, limitUsd, createdAt },
    armed: fired === undefined,
    firedAt: fired?.at ?? null,
    firedUsd: fired?.usd ?? null,
  }
}

/** Example price alert. */
export const priceAlertExample = {
  id: '5f0c7a1e-3b1d-4c0e-9a55-2d8a6f9b7c31',
  chainId: 1,
  token: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  symbol: 'WETH',
  condition: 'above' as const,
  limitUsd: 1_000_000,
  armed: true,
  createdAt: '2026-11-21T09:30:00.000Z',
  firedAt: null,
  firedUsd: null,
}

const wish = {
  chainId: priceAlertExample.chainId,
  token: priceAlertExample.token,
  condition: priceAlertExample.condition,
  limitUsd: priceAlertExample.limitUsd,
}
const given = 'a price alert'
const ofExample = { params: { id: priceAlertExample.id } } as const

const params = z.object({
  id: z
    .uuid('must be the id of a price alert')
    .describe('ID of the alert, as GET /api/account/price-alerts lists it'),
})

const unknownAlert = messageRefusal({
  code: 'NotFound',
  summary: 'An alert that is not there',
  given: 'a market that is indexed',
  params: { id: '00000000-0000-4000-8000-000000000000' },
  description: 'the account has no such price alert',
})

const malformedAlert = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed ID',
  params: { id: '1' },
  description: 'id must be the id of a price alert',
})

/** GET /api/account/price-alerts. */
export const listAccountPriceAlerts = defineAccountEndpoint({
  ...ofAlerts,
  name: 'listAccountPriceAlerts',
  method: 'GET',
  path: '/api/account/price-alerts',
  summary: 'The price alerts of the account, armed or fired, the newest first',
  response: z.object({
    most: z.int().describe('Alerts that an account may have'),
    alerts: z.array(priceAlertResponse).describe('The newest first'),
  }),
  examples: [
    {
      summary: 'One that waits',
      given,
      varies: true,
      response: { most: maxPriceAlerts, alerts: [priceAlertExample] },
    },
    { summary: 'None yet', response: { most: maxPriceAlerts, alerts: [] } },
    notSignedIn,
  ],
  run: async (ctx, { meta: { identity } }) => ({
    most: maxPriceAlerts,
    alerts: (await readPriceAlerts(ctx, identity)).map(viewPriceAlert),
  }),
})

const reached = 'limitUsd must not be reached: the price is above it'

/** POST /api/account/price-alerts. */
export const addAccountPriceAlert = defineAccountEndpoint({
  ...ofAlerts,
  name: 'addAccountPriceAlert',
  method: 'POST',
  path: '/api/account/price-alerts',
  summary: `Have the inbox and the channels of the account told once when a price reaches a limit; ${maxPriceAlerts} alerts at most`,
  body: onlyFields({
    chainId: z.int('must be a chain id').describe('Network of the token, a served one'),
    token: address.describe('Token to watch; the wrapped one stands for the native one'),
    ...target,
  }).meta({ id: 'NewPriceAlert' }),
  response: priceAlertResponse,
  status: 201,
  throws: ['BadRequest', 'NotFound', 'Conflict', 'RateLimited', 'InternalServerError'],
  examples: [
    {
      summary: 'When WETH rises to a limit',
      given: 'a market that is indexed',
      body: wish,
      varies: true,
      response: priceAlertExample,
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A limit that is reached already',
      given: 'a market that is indexed',
      body: { ...wish, limitUsd: 1 },
      description: reached,
    }),
    messageRefusal({
      code: 'BadRequest',
      summary: 'A network that is not served',
      body: { ...wish, chainId: 2 },
      description: 'chainId must be a served network of this session',
    }),
    messageRefusal({
      code: 'NotFound',
      summary: 'A token without a price',
      given: 'a market that is indexed',
      body: { ...wish, token: `0x${'12'.repeat(20)}` },
      description: 'price not found',
    }),
    { ...notSignedIn, body: wish },
  ],
  run: async (ctx, { body, meta: { identity } }) =>
    answer({ status: 201, body: viewPriceAlert(await addPriceAlert(ctx, identity, body)) }),
})

/** PUT /api/account/price-alerts/{id}. */
export const armAccountPriceAlert = defineAccountEndpoint({
  ...ofAlerts,
  name: 'armAccountPriceAlert',
  method: 'PUT',
  path: '/api/account/price-alerts/{id}',
  summary: 'Change what an alert waits for and arm it again, whether it has fired or not',
  params,
  body: onlyFields(target).meta({ id: 'PriceAlertTarget' }),
  response: priceAlertResponse,
  throws: ['BadRequest', 'NotFound', 'RateLimited', 'InternalServerError'],
  examples: [
    {
      summary: 'Wait for a higher price',
      given,
      ...ofExample,
      body: { condition: 'above', limitUsd: 2_000_000 },
      varies: true,
      response: { ...priceAlertExample, limitUsd: 2_000_000 },
    },
    messageRefusal({
      code: 'BadRequest',
      summary: 'A limit that is reached already',
      given,
      ...ofExample,
      body: { condition: 'above', limitUsd: 1 },
      description: reached,
    }),
    ...[unknownAlert, malformedAlert, { ...notSignedIn, ...ofExample }].map((refused) => ({
      ...refused,
      body: { condition: 'above', limitUsd: 2_000_000 },
    })),
  ],
  run: async (ctx, { params: { id }, body, meta: { identity } }) =>
    viewPriceAlert(await armPriceAlert(ctx, { id, ...identity }, body)),
})

/** DELETE /api/account/price-alerts/{id}. */
export const deleteAccountPriceAlert = defineAccountEndpoint({
  ...ofAlerts,
  name: 'deleteAccountPriceAlert',
  method: 'DELETE',
  path: '/api/account/price-alerts/{id}',
  summary: 'Remove a price alert; what it has told stays in the inbox',
  params,
  response: z.object({ id: z.string().describe('ID of what was removed') }),
  throws: ['NotFound'],
  examples: [
    { summary: 'Remove it', given, ...ofExample, response: { id: priceAlertExample.id } },
    unknownAlert,
    malformedAlert,
    { ...notSignedIn, ...ofExample },
  ],
  run: async (ctx, { params: { id }, meta: { identity } }) => {
    await removePriceAlert(ctx, { id, ...identity })
    return { id }
  },
})
