import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Auction } from '@/lib/auctions/model/auction'
import type { Solution } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import type { Hop } from '@/lib/liquidity/swap-pool'
/** All inputs of an auction's outcome, except simulations. */
export type AuctionInput = {
  readonly auction: Auction
  /** Valid solutions of external solvers and of `unfinishedSolvers`. */
  readonly proposals: readonly Solution[]
  /** Solvers that a replay does not run: they failed, or the time limit cut their search short. */
  readonly unfinishedSolvers: readonly string[]
}

type StoredHop = Omit<Hop, 'pool'> & { readonly pool: Address }
type StoredProposal = Omit<Solution, 'routes'> & {
  readonly routes: readonly { readonly hops: readonly StoredHop[] }[]
}

/** First byte of a gzip file (RFC 1952); inputs of early versions are not compressed. */
const gzipMagic = 0x1f
const compress = promisify(gzip)
const expand = promisify(gunzip)

/** Serialises an auction's input as gzipped JSON, about a tenth of its size. Each pool is stored once. */
export async function packInput(input: AuctionInput): Promise<Uint8Array<ArrayBuffer>> {
  const proposals = input.proposals.map(({ routes, ...rest }) => ({
    ...rest,
    routes: routes.map((route) => ({ ...route, hops: route.hops.map(nameThePool) })),
  }))
  return new Uint8Array(await compress(stringifyData({ ...input, proposals })))
}

/**
 * Parses the output of {@link packInput}, or plain JSON as in early versions.
 * @throws {Error} if it is neither.
 */
export async function unpackInput(bytes: Uint8Array): Promise<AuctionInput> {
  const text = bytes[0] === gzipMagic ? await expand(bytes) : Buffer.from(bytes)
  const data = withPresentNames(parseData(text.toString('utf8')))
  if (isAuction(data)) return { auction: data, proposals: [], unfinishedSolvers: [] }
  const { auction, proposals, unfinishedSolvers } = data as AuctionInput & {
    proposals: StoredProposal[]
  }
  const pools = new Map(auction.pools.map((pool) => [pool.address, pool]))
  return {
    auction,
    unfinishedSolvers,
    proposals: proposals.map(({ routes, ...rest }) => ({
      ...rest,
      routes: routes.map((route) => ({
        ...route,
        hops: route.hops.map((hop) => withPool(hop as unknown as StoredHop, pools)),
      })),
    })) as Solution[],
  }
}

/** Former names of stored fields, mapped to the current ones. */
const formerNames: Readonly<Record<string, string>> = {
  absent: 'unfinishedSolvers',
  isSuspect: 'isIsolated',
  passing: 'intermediates',
}

/** Renames former fields, those of an auction and of its orders included. */
function withPresentNames(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withPresentNames)
  if (typeof data !== 'object' || data === null || data instanceof Map) return data
  const entries = Object.entries(data).map(([name, value]) => [
    formerNames[name] ?? name,
    name === 'auction' || name === 'orders' ? withPresentNames(value) : value,
  ])
  return Object.fromEntries(entries)
}

function nameThePool({ pool, ...hop }: Hop): StoredHop {
  return { ...hop, pool: pool.address }
}

function withPool({ pool: address, ...hop }: StoredHop, pools: ReadonlyMap<Address, Pool>): Hop {
  const pool = pools.get(address)
  if (!pool) throw new Error(`the stored auction lacks pool ${address}`)
  return { ...hop, pool }
}

function isAuction(data: unknown): data is Auction {
  return typeof data === 'object' && data !== null && 'orders' in data
}

const bigintText = /^-?[0-9]+n$/
const mapKey = '$map'

/** Serialises plain data, bigints and maps included, as JSON for {@link parseData}. */
export function stringifyData(data: unknown): string {
  return JSON.stringify(data, encodeValue)
}

/** Parses the output of {@link stringifyData}. */
export function parseData(text: string): unknown {
  return JSON.parse(text, decodeValue)
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
