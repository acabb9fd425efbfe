import { boundedRequest } from '@/lib/chain/reads/bounded-request'
import { type Context, defineCache, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { byteLength, type Hex, parseHex } from '@/lib/core/bytes'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { type ContractSignature, isContractSignature } from './contract-signature'
import { canonicalSignature, recoverSigner } from './signature'

/** Maximum size of a signature in bytes: those of a hundred owners of a multisig, and a bound on calldata. */
const maxSignatureBytes = 8_192

// Signatures in ERC-6492 format make the node deploy a wallet by a call that the sender chooses.
const erc6492Suffix = '6492'.repeat(16)

/** A digest and the signature attributed to an account. */
export type SignedDigest = {
  /** The network on which the account's contract is called, if it is one. */
  readonly chainId: number
  readonly account: Address
  readonly digest: Hex
  /** Unvalidated text from the client. */
  readonly signature: string
}

/**
 * Returns the signature in its stored form if it is valid for the account, else undefined. Recovers the key first,
 * without I/O. Only if that fails, calls the account's contract (ERC-1271) once, where it is deployed.
 *
 * @throws {ServiceError} RateLimited while too many wallets are being called; InternalServerError when the chain does
 *   not answer, ServiceUnavailable when it is not configured.
 */
export async function findAccountSignature(
  ctx: Context,
  { chainId, account, digest, signature: text }: SignedDigest,
): Promise<Hex | undefined> {
  const signature = parseHex(text)
  if (!signature || !isAcceptable(signature)) return undefined
  const own = await findKeySignature({ account, digest, signature })
  if (own) return own
  const question = { chainId, owner: account, digest, signature }
  return (await isAcceptedByWallet(ctx, question)) ? signature : undefined
}

/**
 * Returns the signature in its stored form if the account's own key made it, valid on every network; else undefined.
 */
export async function findKeySignature({
  account,
  digest,
  signature: text,
}: Omit<SignedDigest, 'chainId'>): Promise<Hex | undefined> {
  const signature = parseHex(text)
  const canonical = signature ? canonicalSignature(signature) : undefined
  if (!canonical) return undefined
  const signer = await recoverSigner(digest, { scheme: 'eip712', signature: canonical })
  return signer === account ? canonical : undefined
}

function isAcceptable(signature: Hex): boolean {
  return byteLength(signature) <= maxSignatureBytes && !signature.endsWith(erc6492Suffix)
}

/** Gas limit of a wallet's call; lower than for an order, since callers have nothing at stake. */
const walletGas = 200_000n

/** Concurrent wallet calls per process and network, across all callers, so that sign-ins cannot load the node. */
const maxConcurrentCalls = 8

/** Milliseconds for which it is cached whether an account has code: a new wallet can sign in a minute later. */
const codelessMs = 60_000

/** Maximum number of cached accounts, to bound memory. */
const maxCached = 10_000

// 24 KiB of code (EIP-170) in hex, plus the JSON-RPC envelope.
const codeBytes = 65_536

type Question = Pick<ContractSignature, 'chainId' | 'owner' | 'digest' | 'signature'>

/**
 * Whether a wallet contract accepts a signature (ERC-1271), for callers with nothing at stake: sign-ins and
 * registrations. Caches the absence of code for a minute.
 *
 * @throws {ServiceError} RateLimited at the process's limit of concurrent calls; InternalServerError when the chain
 *   does not answer, or at that limit when its last call failed; ServiceUnavailable when it is not configured.
 */
export async function isAcceptedByWallet(ctx: Context, question: Question): Promise<boolean> {
  const calls = callsOf(ctx, question.chainId)
  if (calls.count >= maxConcurrentCalls) {
    if (calls.outage) throw calls.outage
    const description = 'too many smart wallets are asked for their signature, try again'
    throw new ServiceError('RateLimited', description, { retryAfterSeconds: 2 })
  }
  calls.count += 1
  try {
    const isAccepted = await verify(ctx, question)
    calls.outage = undefined
    return isAccepted
  } catch (error) {
    calls.outage = isServiceError(error) ? error : undefined
    throw error
  } finally {
    calls.count -= 1
  }
}

/** Number of calls in flight, and the error of the last call if it failed. */
type WalletCalls = { count: number; outage: ServiceError | undefined }

const callsOf = defineSlot('orders/wallet-calls', (_, _chainId: number): WalletCalls => {
  return { count: 0, outage: undefined }
})

/** Whether accounts have code. */
const walletCode = defineCache<boolean>('orders/wallet-code', {
  forMs: codelessMs,
  max: maxCached,
})

async function verify(ctx: Context, question: Question): Promise<boolean> {
  if (!(await hasCode(ctx, question))) return false
  return isContractSignature(ctx, { ...question, gas: walletGas })
}

function hasCode(ctx: Context, { chainId, owner }: Question): Promise<boolean> {
  return walletCode(ctx, {
    scope: chainId,
    key: owner,
    load: async () => {
      const request = { chainId, method: 'eth_getCode', responseBytes: codeBytes }
      const params = [owner, 'latest']
      const code = await boundedRequest(ctx, { ...request, params }, (result) =>
        typeof result === 'string' ? result : undefined,
      )
      return code !== '0x'
    },
  })
}
