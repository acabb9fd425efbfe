import { z } from 'zod'
import { messageRefusal } from '@/lib/api/declare/example'
import { address, integerText } from '@/lib/api/declare/fields'
import type { Context } from '@/lib/context'
import { toUsd } from '@/lib/core/usd'
import { usdNumber } from './affiliate-fields'

// Shared fields of the affiliate and trader statistics; sums are numbers of US dollars.

/** Shared declaration of all statistics. */
export const statsEndpoint = {
  method: 'GET',
  tag: 'Affiliate',
  enabled: (ctx: Context) => ctx.config.cmsEnabled,
  cacheControl: 'public, max-age=30',
  cache: { freshSeconds: 30, staleSeconds: 600 },
} as const

/** Shared declaration of an affiliate's statistics. */
export const ofAffiliate = {
  ...statsEndpoint,
  params: z.object({ address: address.describe('Wallet of the affiliate') }),
} as const

/** Shared declaration of a trader's statistics. */
export const ofTrader = {
  ...statsEndpoint,
  params: z.object({ address: address.describe('The trader: owner of the orders') }),
} as const

/** A sum in US dollars, or null if unknown. */
export const maybeUsd = (what: string) => usdNumber.nullable().describe(what)

/** Renders {@link maybeUsd} from millionths of a dollar. */
export const usdOrNull = (micros: bigint | undefined): number | null =>
  micros === undefined ? null : toUsd(micros)

/** Query of a paginated list. */
export const pageQuery = z.object({
  offset: integerText(0, 1_000_000).default(0).describe('How many rows to skip'),
  limit: integerText(1, 100).default(50).describe('How many at most, 1 to 100; 50 unless given'),
})

/** Converts Unix seconds to a Date, which is rendered as ISO 8601. */
export const isoSecond = (time: number): Date => new Date(time * 1_000)

/** Trader in the examples. */
export const exampleTrader = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** Example of a malformed address. */
export const malformedAddress = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed address',
  params: { address: '0x12' },
  description: 'address must be an address: 0x and 40 hexadecimal digits',
})
