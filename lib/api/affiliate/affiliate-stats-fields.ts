import { z } from 'zod'
import { address, integerText } from '@/lib/api/declare/fields'
import { messageRefusal } from '@/lib/api/declare/refusal-example'
import type { Context } from '@/lib/context'
import { toUsd } from '@/lib/core/usd'
import { usdNumber } from './affiliate-fields'

// What the statistics of affiliates and traders have in common; sums are numbers of US dollars.

/** What their declarations share. */
export const statsEndpoint = {
  method: 'GET',
  tag: 'Affiliate',
  enabled: (ctx: Context) => ctx.config.cmsEnabled,
  cacheControl: 'public, max-age=30',
  cache: { freshSeconds: 30, staleSeconds: 600 },
} as const

/** What the declarations of statistics of an affiliate share. */
export const ofAffiliate = {
  ...statsEndpoint,
  params: z.object({ address: address.describe('Wallet of the affiliate') }),
} as const

/** What the declarations of statistics of a trader share. */
export const ofTrader = {
  ...statsEndpoint,
  params: z.object({ address: address.describe('The trader: owner of the orders') }),
} as const

/** Dollars, or null where there are none to tell. */
export const maybeUsd = (what: string) => usdNumber.nullable().describe(what)

/** What {@link maybeUsd} describes, from millionths of a dollar. */
export const usdOrNull = (micros: bigint | undefined): number | null =>
  micros === undefined ? null : toUsd(micros)

/** The query of a list that is read by page. */
export const pageQuery = z.object({
  offset: integerText(0, 1_000_000).default(0).describe('How many rows to skip'),
  limit: integerText(1, 100).default(50).describe('How many at most, 1 to 100; 50 unless given'),
})

/** A Unix second as a moment of the wire. */
export const isoSecond = (time: number): Date => new Date(time * 1_000)

/** The trader of the examples. */
export const exampleTrader = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** An example of statistics of a malformed address. */
export const malformedAddress = messageRefusal({
  code: 'BadRequest',
  summary: 'A malformed address',
  params: { address: '0x12' },
  description: 'address must be an address: 0x and 40 hexadecimal digits',
})
