import { z } from 'zod'
import { notificationMetadata, notificationResponse } from '@/lib/api/accounts/notifications'
import { addressText } from '@/lib/api/declare/fields'
import { notificationTypes } from '@/lib/core/notification'
import { priceConditions } from '@/lib/core/price-alert'

const alertMetadata = z
  .object({
    chainId: z.number().int().describe('Network of the token'),
    token: addressText.describe('Token whose price was watched'),
    symbol: z.string().describe('Its symbol, cleaned'),
    condition: z.enum(priceConditions).describe('From which side the limit was reached'),
    limitUsd: z.number().describe('Limit, in US dollars per whole token'),
    priceUsd: z.number().describe('Price that reached it'),
  })
  .meta({ id: 'AlertMetadata' })

/** Schema of a notification as its account sees it: about an order, or a price alert. */
export const ownNotificationResponse = notificationResponse
  .extend({
    type: z.enum(notificationTypes).describe('What happened'),
    metadata: z
      .union([notificationMetadata, alertMetadata])
      .describe('The order and what was done; of price_alert, the token and its price'),
  })
  .meta({ id: 'OwnNotification' })
