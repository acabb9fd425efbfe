import { z } from 'zod'
import type { Context } from '@/lib/context'
import { messageRefusal } from './refusal-example'

/** What the endpoints of the content API have in common. */
export const ofContent = {
  tag: 'Content',
  access: 'content',
  enabled: ({ config }: Context) => config.cmsEnabled && config.cmsApiKey !== undefined,
} as const

/** As whom the record of operators knows those who have the key. */
export const contentOperator = 'content API'

const reasonMessage = 'must be one line of 1 to 200 characters'

/** Why something is changed. */
export const reason = z
  .string(reasonMessage)
  .trim()
  .min(1, reasonMessage)
  .max(200, reasonMessage)
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), reasonMessage)
  .default('by the content API')
  .describe('Why, for the record of what operators changed')

/** Refusal of a request without the key of the content API. */
export const withoutKey = messageRefusal({
  code: 'Unauthorized',
  summary: 'Without the key',
  keyless: true,
  description: 'send the key of the content API as Authorization: Bearer <key>',
})
