// `secp256k1/bindings` is the native addon alone. The package's main entry silently falls back to a JavaScript
// implementation, slower than viem, when the addon does not load.
const addon = await import('secp256k1/bindings.js').then(
  (module) => module.default,
  () => undefined,
)

/** Whether the native addon is available; without it viem recovers signatures, far slower. */
export const isRecoveryNative = addon !== undefined

/**
 * Recovers the public key (64 bytes) that signed a 32-byte `message`; undefined when no key could have.
 *
 * @throws {Error} without {@link isRecoveryNative}.
 */
export function recoverKey(
  message: Uint8Array,
  { rs, parity }: { readonly rs: Uint8Array; readonly parity: 0 | 1 },
): Uint8Array | undefined {
  if (!addon) throw new Error('secp256k1 has no native addon for this platform')
  try {
    return addon.ecdsaRecover(rs, parity, message, false).subarray(1)
  } catch {
    return undefined
  }
}
