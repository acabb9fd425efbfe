import { Client } from 'pg'

/** A token on the list of an embedded network. */
export type SeedToken = {
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
