import type { Auction } from './auction'

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const bigintText = /^-?[0-9]+n$/
const mapKey = '$map'

/** Writes an auction as JSON from which {@link decodeAuction} makes the very same auction again. */
export function encodeAuction(auction: Auction): Json {
  return JSON.parse(JSON.stringify(auction, encodeValue))
}

/** Reads what {@link encodeAuction} wrote, for replaying an auction or showing it. */
export function decodeAuction(json: unknown): Auction {
  return JSON.parse(JSON.stringify(json), decodeValue)
}

function encodeValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  return value instanceof Map ? { [mapKey]: [...value] } : value
}

function decodeValue(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && bigintText.test(value)) return BigInt(value.slice(0, -1))
  if (typeof value === 'object' && value !== null && mapKey in value) {
    return new Map(value[mapKey] as [unknown, unknown][])
  }
  return value
}
