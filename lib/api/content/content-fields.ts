import { z } from 'zod'
import { integerText } from '@/lib/api/declare/fields'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import type { Context } from '@/lib/context'

/** What the endpoints of the content API have in common. */
export const ofContent = {
  tag: 'Content API',
  access: 'content',
  enabled: ({ config }: Context) => config.cmsEnabled && config.cmsApiKey !== undefined,
} as const

/** How many entries a list of the content API has at most, and unless told. */
export const maxPageSize = 100

/** How many entries of a list are asked for. */
export const listLimit = integerText(1, maxPageSize)
  .optional()
  .describe(`How many at most; ${maxPageSize} unless given`)

/** Refusal of a list that is too long. */
export const tooMany = messageRefusal({
  code: 'BadRequest',
  summary: 'Too many at once',
  query: { limit: '1000' },
  description: `limit must be a whole number from 1 to ${maxPageSize}`,
})

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
