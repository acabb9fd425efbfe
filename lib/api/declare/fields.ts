import { z } from 'zod'
import { type Address, nativeToken, parseAddress } from '@/lib/core/address'
import { maxUint256, parseAmount } from '@/lib/core/amount'
import { type Hex, parseHex } from '@/lib/core/bytes'
import type { ErrorCode } from '@/lib/core/errors'
import { maxUint32 } from '@/lib/core/time'

// Input. Messages say what the field must be; `readInput` prepends the field's name.

const hexField = (pattern: RegExp, message: string) => z.string(message).regex(pattern, message)

/** An address in any case, parsed to a lower-case {@link Address}. Spec: Limits. */
export const address = hexField(
  /^0x[0-9a-fA-F]{40}$/,
  'must be an address: 0x and 40 hexadecimal digits',
)
  .transform((text): Address => parseAddress(text) ?? '0x')
  .meta({
    description: 'Address, in any case',
    examples: ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
  })

/** A token address, or `-` for the native token, which is parsed to 0xeeee…. */
export const tokenOrNative = hexField(
  /^(?:-|0x[0-9a-fA-F]{40})$/,
  'must be an address (0x and 40 hexadecimal digits), or - for the native token',
)
  .transform((text): Address => parseAddress(text) ?? nativeToken)
  .describe('Token address in any case, or - for the native token')

/** 32 bytes of hex: a transaction, block or app-data hash. */
export const hash32 = hexField(
  /^0x[0-9a-fA-F]{64}$/,
  'must be 32 bytes: 0x and 64 hexadecimal digits',
)
  .transform((text): Hex => parseHex(text, 32) ?? '0x')
  .describe('32 bytes of hex')

/** An order uid: 56 bytes. */
export const orderUid = hexField(
  /^0x[0-9a-fA-F]{112}$/,
  'must be an order uid: 0x and 112 hexadecimal digits',
)
  .transform((text): Hex => parseHex(text, 56) ?? '0x')
  .describe('Order UID: digest, owner and validTo, 56 bytes of hex')

/** Any number of whole bytes as hex, such as a signature. */
export const bytes = hexField(
  /^0x(?:[0-9a-fA-F]{2})*$/,
  'must be whole bytes of hex, starting with 0x',
)
  .transform((text): Hex => parseHex(text) ?? '0x')
  .describe('Whole bytes of hex')

const amountMessage = 'must be a string of decimal digits without sign or leading zero (atoms)'

/**
 * Atoms as a decimal string, zero included.
 *
 * Values above uint256 pass (as `maxUint256 + 1n` when longer than 100 digits), so that the order endpoint can
 * answer SellAmountOverflow. Elsewhere use {@link uint256} or {@link positiveAmount}.
 */
export const amount = z
  .string(amountMessage)
  .regex(/^(?:0|[1-9][0-9]*)$/, amountMessage)
  .transform((text): bigint => parseAmount(text) ?? 0n)
  .meta({ description: 'Decimal integer, in atoms', examples: ['1000000000000000000'] })

/** Atoms from 0 to the uint256 maximum. */
export const uint256 = amount.refine((atoms) => atoms <= maxUint256, 'must fit uint256')

/** Atoms from 1 to the uint256 maximum. */
export const positiveAmount = uint256.refine((atoms) => atoms > 0n, 'must be more than 0')

/** A JSON integer from 0 to 4294967295. */
export const uint32 = z
  .number('must be an integer')
  .int('must be an integer')
  .min(0, 'must not be negative')
  .max(maxUint32, `must be at most ${maxUint32}`)

/** An integer from `min` to `max` in a path or query. */
export const integerText = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string(message)
    .regex(/^(?:0|[1-9][0-9]{0,14})$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
    .describe(`A whole number from ${min} to ${max}`)
}

/** An id from a database sequence (int8) in a path. */
export const idText = z
  .string('must be a whole number')
  .regex(/^(?:0|[1-9][0-9]{0,17})$/, 'must be a whole number')
  .transform(BigInt)
  .describe('A whole number')

/** `true` or `false` in a query. */
export const booleanText = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')
  .describe('true or false')

/**
 * Creates an issue with its own error code, for `refine` and `addIssue`:
 * `amount.refine((atoms) => atoms <= maxUint256, codedIssue('SellAmountOverflow', 'must fit uint256'))`.
 */
export function codedIssue(code: ErrorCode, message: string) {
  return { message, params: { errorCode: code } }
}

const plainName = /^\w{1,40}$/

/**
 * An object that rejects fields outside `shape`, for writes where an ignored field would seem to be applied. The
 * message names up to three fields that cannot be `given`, and all that can.
 */
export function onlyFields<S extends z.ZodRawShape>(shape: S, given = 'given') {
  const known = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined
      const names = issue.keys.filter((key) => plainName.test(key)).slice(0, 3)
      const unknown = names.length > 0 ? names.join(', ') : 'a field of another name'
      return `${unknown} cannot be ${given}, only ${known}`
    },
  })
}

// Output. These describe the wire, where bigints are decimal strings and Dates ISO 8601.

/** Atoms as a decimal string. */
export const amountText = z
  .string()
  .regex(/^(?:0|[1-9][0-9]*)$/)
  .meta({ description: 'Decimal integer, in atoms', examples: ['1000000000000000000'] })

/** A lower-case address. */
export const addressText = z.string().regex(/^0x[0-9a-f]{40}$/)

/** Lower-case hex of any length. */
export const hexText = z.string().regex(/^0x[0-9a-f]*$/)

/** Chain ids of networks; null means all. */
export const reach = z.array(z.int()).min(1).nullable()

/** A time as an ISO 8601 string in UTC. */
export const isoTime = z.iso.datetime()
