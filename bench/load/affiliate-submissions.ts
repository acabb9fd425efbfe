import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { digestAffiliateCode } from '@/lib/affiliate/registration/affiliate-digest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { keccak } from '@/lib/core/keccak'
import type { LoadRequest } from './http-loop'

const { ecdsaSign, publicKeyCreate } = createRequire(import.meta.url)('secp256k1/bindings')
const name = 'Coincide Affiliate'

/** A registration signed by its wallet. */
export type Registration = {
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: Hex
}

let sequence = 0

/** Returns unique registrations, each of its own wallet and code. */
export function signRegistrations(count: number): Registration[] {
  return Array.from({ length: count }, () => {
    sequence += 1
    return signRegistration(`BENCH-${sequence}`)
  })
}

function signRegistration(code: string): Registration {
  const key = randomBytes(32)
  const publicKey: Uint8Array = publicKeyCreate(key, false)
  const walletAddress = hexOf(keccak(publicKey.subarray(1)).subarray(12))
  const digest = digestAffiliateCode(name, { walletAddress, code })
  const { signature, recid } = ecdsaSign(Buffer.from(digest.slice(2), 'hex'), key)
  const signedMessage: Hex = `${hexOf(signature)}${recid === 0 ? '1b' : '1c'}`
  return { walletAddress, code, signedMessage }
}

/** Returns the request that submits a registration. */
export function registrationRequest(registration: Registration): LoadRequest {
  return {
    method: 'POST',
    path: `/affiliate/${registration.walletAddress}/`,
    body: JSON.stringify(registration),
  }
}

function hexOf(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
