import { z } from 'zod'
import { messageRefusal } from '@/lib/api/declare/example'
import { integerText } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'

/** Shared declaration of the content API. */
export const ofContent = {
  tag: 'Content API',
  access: 'content',
  enabled: ({ config }: Context) => config.cmsEnabled && config.cmsApiKey !== undefined,
} as const

/** Maximum and default page size of the content API. */
export const maxPageSize = 100

/** The `limit` of a list. */
export const listLimit = integerText(1, maxPageSize)
  .optional()
  .describe(`How many at most; ${maxPageSize} unless given`)

/** Example of a `limit` above the maximum. */
export const tooMany = messageRefusal({
  code: 'BadRequest',
  summary: 'Too many at once',
  query: { limit: '1000' },
  description: `limit must be a whole number from 1 to ${maxPageSize}`,
})

/** Operator name in the audit record for changes made with the key. */
export const contentOperator = 'content API'

const reasonMessage = 'must be one line of 1 to 200 characters'

/** Reason of a change. */
export const reason = z
  .string(reasonMessage)
  .trim()
  .min(1, reasonMessage)
  .max(200, reasonMessage)
  .refine((text) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), reasonMessage)
  .default('by the content API')
  .describe('Why, for the record of what operators changed')

/** Example of a request without the content API key. */
export const withoutKey = messageRefusal({
  code: 'Unauthorized',
  summary: 'Without the key',
  keyless: true,
  description: 'send the key of the content API as Authorization: Bearer <key>',
})
