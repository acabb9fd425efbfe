import { Client } from 'pg'
import type { Address } from '@/lib/core/address'
import { parseStoredFault, type TokenFault } from '@/lib/core/token-faults'
import { type Database, queryPrepared, type Transaction } from '@/lib/db/database'
import type { Token as TokenRow } from '@/prisma/generated/client'
import type { Token } from './token'

/** Storage slots of a token's balances and allowances. */
export type TokenSlots = { readonly balanceSlot: number; readonly allowanceSlot: number }

/** Returns the stored tokens among `addresses`. */
export async function findTokens(
  db: Transaction,
  chainId: number,
  addresses: readonly Address[],
): Promise<Token[]> {
  const rows = await db.token.findMany({ where: { chainId, address: { in: [...addresses] } } })
  return rows.map(toToken)
}

/** Returns the stored tokens of some orders of a network, by address. */
export async function findKnownTokens(
  db: Transaction,
  chainId: number,
  orders: readonly { readonly sellToken: Address; readonly buyToken: Address }[],
): Promise<Map<Address, Token>> {
  const addresses = new Set(orders.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]))
  const tokens = await findTokens(db, chainId, [...addresses])
  return new Map(tokens.map((token) => [token.address, token]))
}

/** Lists the tokens on the token list, by network and symbol. */
export async function listListedTokens(
  db: Transaction,
  chainIds: readonly number[],
): Promise<Token[]> {
  const rows = await db.token.findMany({
    where: { chainId: { in: [...chainIds] }, listed: true },
    orderBy: [{ chainId: 'asc' }, { symbol: 'asc' }, { address: 'asc' }],
  })
  return rows.map(toToken)
}

/** Lists the addresses of a network's tokens on the token list. */
export async function listListedAddresses(db: Transaction, chainId: number): Promise<Address[]> {
  const rows = await db.token.findMany({
    where: { chainId, listed: true },
    select: { address: true },
  })
  return rows.map(({ address }) => address as Address)
}

/** Lists the addresses of all stored tokens of a network whose contract answered as an ERC-20. */
export async function listKnownAddresses(db: Transaction, chainId: number): Promise<Address[]> {
  const rows = await db.token.findMany({
    where: { chainId, decimals: { not: null } },
    select: { address: true },
    orderBy: { address: 'asc' },
  })
  return rows.map(({ address }) => address as Address)
}

/** Stores a token's metadata. */
export async function saveToken(
  db: Transaction,
  token: Token & { listed?: boolean },
): Promise<void> {
  const facts = {
    name: token.name ?? null,
    symbol: token.symbol ?? null,
    decimals: token.decimals ?? null,
    ...(token.listed === undefined ? {} : { listed: token.listed }),
  }
  await db.token.upsert({
    where: { chainId_address: { chainId: token.chainId, address: token.address } },
    create: { chainId: token.chainId, address: token.address, ...facts },
    update: facts,
  })
}

/** Adds a stored token to the token list or removes it; returns false when nothing changes. */
export async function updateListed(
  db: Transaction,
  token: { readonly chainId: number; readonly address: Address; readonly listed: boolean },
): Promise<boolean> {
  const { chainId, address, listed } = token
  const { count } = await db.token.updateMany({
    where: { chainId, address, listed: !listed },
    data: { listed },
  })
  return count > 0
}

/** Stores why a token is rejected. */
export async function saveUnsupported(
  db: Transaction,
  token: { chainId: number; address: Address },
  fault: TokenFault,
): Promise<void> {
  await db.token.upsert({
    where: { chainId_address: { chainId: token.chainId, address: token.address } },
    create: { chainId: token.chainId, address: token.address, unsupported: fault },
    update: { unsupported: fault },
  })
}

/** Returns the storage slots of a token, if known. */
export async function findTokenSlots(
  db: Transaction,
  chainId: number,
  address: Address,
): Promise<TokenSlots | undefined> {
  const row = await db.token.findUnique({
    where: { chainId_address: { chainId, address } },
    select: { balanceSlot: true, allowanceSlot: true },
  })
  if (row?.balanceSlot == null || row.allowanceSlot == null) return undefined
  return { balanceSlot: row.balanceSlot, allowanceSlot: row.allowanceSlot }
}

/** Stores the storage slots of a token. */
export async function saveTokenSlots(
  db: Transaction,
  token: { chainId: number; address: Address },
  slots: TokenSlots,
): Promise<void> {
  await db.token.upsert({
    where: { chainId_address: { chainId: token.chainId, address: token.address } },
    create: { chainId: token.chainId, address: token.address, ...slots },
    update: slots,
  })
}

function toToken(row: TokenRow): Token {
  return {
    chainId: row.chainId,
    address: row.address as Address,
    name: row.name ?? undefined,
    symbol: row.symbol ?? undefined,
    decimals: row.decimals ?? undefined,
    unsupported: row.unsupported === null ? undefined : parseStoredFault(row.unsupported),
  }
}

/** Stored data of a token, and the operator's reason for denying it, if denied. */
export type TokenFacts = {
  readonly token: Token | undefined
  readonly denial: string | undefined
  /** Whether its indexed transfers do not add up to its balances. */
  readonly isUnfaithful: boolean
}

type FactsRow = {
  address: string
  name: string | null
  symbol: string | null
  decimals: number | null
  unsupported: string | null
  is_stored: boolean
  denial: string | null
  is_unfaithful: boolean
}

const statement = {
  name: 'token-facts',
  text: `SELECT k.address, t.name, t.symbol, t.decimals, t.unsupported,
      t.address IS NOT NULL AS is_stored, d.reason AS denial,
      k.address IN (SELECT address FROM tracked_tokens WHERE chain_id = $1 AND NOT faithful) AS is_unfaithful
    FROM unnest($2::text[]) AS k (address)
    LEFT JOIN tokens t ON t.chain_id = $1 AND t.address = k.address
    LEFT JOIN denied_tokens d ON d.chain_id = $1 AND d.address = k.address`,
} as const

/** Reads the stored facts of a network's tokens. Uses a prepared statement, so only outside transactions. */
export async function readTokenFacts(
  db: Database,
  chainId: number,
  addresses: readonly Address[],
): Promise<ReadonlyMap<Address, TokenFacts>> {
  const rows = await queryPrepared<FactsRow>(db, { ...statement, values: [chainId, addresses] })
  return new Map(rows.map((row) => [row.address as Address, toFacts(chainId, row)]))
}

function toFacts(chainId: number, row: FactsRow): TokenFacts {
  const token: Token = {
    chainId,
    address: row.address as Address,
    name: row.name ?? undefined,
    symbol: row.symbol ?? undefined,
    decimals: row.decimals ?? undefined,
    unsupported: row.unsupported === null ? undefined : parseStoredFault(row.unsupported),
  }
  return {
    token: row.is_stored ? token : undefined,
    denial: row.denial ?? undefined,
    isUnfaithful: row.is_unfaithful,
  }
}

/** A token on the list of an embedded network. */
type SeedToken = {
  readonly chainId: number
  /** In lower case. */
  readonly address: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Whether the token list contains it. */
  readonly listed: boolean
}

/** Stores the tokens of embedded networks; never overwrites an operator's changes. */
export async function seedTokens(url: string, tokens: readonly SeedToken[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `insert into tokens (chain_id, address, symbol, name, decimals, listed, updated_at)
       select chain_id, address, symbol, name, decimals, listed, now()
       from json_to_recordset($1::json)
         as token(chain_id int, address text, symbol text, name text, decimals int, listed boolean)
       on conflict (chain_id, address) do nothing`,
      [JSON.stringify(tokens.map(({ chainId, ...token }) => ({ chain_id: chainId, ...token })))],
    )
  } finally {
    await client.end()
  }
}
