import { randomBytes } from 'node:crypto'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { insertNonce } from '@/lib/sessions/nonce-store'
import { writeSignInMessage } from '@/lib/sessions/sign-in-message'

type Signer = {
  readonly account: Address
  readonly origin: string
  /** Digest of the browser's secret. */
  readonly browserHash: string
}

/** Returns a sign-in message (EIP-4361) for an account on chain 1, bound to the browser with this secret. */
export async function makeSignInMessage(
  ctx: Context,
  { account, origin, browserHash }: Signer,
): Promise<string> {
  const nonce = randomBytes(20).toString('hex')
  await insertNonce(ctx.db, { nonce, browserHash, expiresAtMs: ctx.now() + 60_000 })
  const { host: domain } = new URL(origin)
  const place = { domain, uri: origin, chainId: 1 }
  return writeSignInMessage({ ...place, nonce, address: account, issuedAtMs: ctx.now() })
}
