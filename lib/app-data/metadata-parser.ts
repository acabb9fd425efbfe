import { type Hex, parseHex } from '@/lib/core/bytes'
import { maxUint32 } from '@/lib/core/time'
import { checkDemands } from './demands'
import { parseHooks } from './hooks'
import { invalidMember, isObject, optional, readAddress, readInteger, readObject } from './member'
import { type AppDataMetadata, noMetadata } from './metadata'
import { parsePartnerFees } from './partner-fee'

/**
 * Parses the members of a document's `metadata` that the service acts on, in the shapes of every public schema version;
 * null counts as absent. Other members are free-form and not validated.
 *
 * @throws {ServiceError} InvalidAppData naming the member that has the wrong shape or that {@link checkDemands}
 *   rejects.
 */
export function parseMetadata(metadata: Readonly<Record<string, unknown>>): AppDataMetadata {
  checkDemands(metadata)
  return {
    signer: optional(metadata.signer, (value) => readAddress(value, 'metadata.signer')),
    replacedOrder: optional(metadata.replacedOrder, readReplacedOrder),
    hooks: optional(metadata.hooks, parseHooks) ?? noMetadata.hooks,
    partnerFees: optional(metadata.partnerFee, parsePartnerFees) ?? noMetadata.partnerFees,
    orderClass: optional(metadata.orderClass, readOrderClass),
    slippageBips: optional(metadata.quote, readSlippage),
    referrerCode: readReferrerCode(metadata.referrer),
    validFrom: optional(metadata.validFrom, (value) =>
      readInteger(value, 'metadata.validFrom', { min: 0, max: maxUint32 }),
    ),
  }
}

function readReplacedOrder(value: unknown): Hex {
  const { uid } = readObject(value, 'metadata.replacedOrder')
  const parsed = typeof uid === 'string' ? parseHex(uid, 56) : undefined
  if (parsed) return parsed
  throw invalidMember(
    'metadata.replacedOrder.uid',
    'the uid of an order: 0x and 112 hexadecimal digits',
  )
}

/** Classes without special treatment (`liquidity`, `twap`) are limit orders. */
function readOrderClass(value: unknown): 'market' | 'limit' {
  const { orderClass } = readObject(value, 'metadata.orderClass')
  if (typeof orderClass !== 'string') {
    throw invalidMember('metadata.orderClass.orderClass', 'market, limit, liquidity or twap')
  }
  return orderClass === 'market' ? 'market' : 'limit'
}

/** A decimal string before schema version 1.0.0, a number since; the oldest documents have amounts instead. */
function readSlippage(value: unknown): number | undefined {
  const { slippageBips } = readObject(value, 'metadata.quote')
  return optional(slippageBips, (given) => {
    const isDecimal = typeof given === 'string' && /^[0-9]{1,5}(?:\.[0-9]{1,18})?$/.test(given)
    const bips = typeof given === 'number' || isDecimal ? Number(given) : Number.NaN
    if (bips >= 0 && bips <= 10_000) return bips
    throw invalidMember('metadata.quote.slippageBips', 'a number from 0 to 10000')
  })
}

/** Ignores a malformed code: attribution must never block a trade. */
function readReferrerCode(value: unknown): string | undefined {
  const code = isObject(value) && typeof value.code === 'string' ? value.code.trim() : ''
  return /^[A-Za-z0-9_-]{5,20}$/.test(code) ? code.toUpperCase() : undefined
}
