// `secp256k1/bindings` is the package's native part alone: its main entry would take up a JavaScript
// copy, slower than viem, without a word where the native part does not load.
const addon = await import('secp256k1/bindings.js').then(
  (module) => module.default,
  () => undefined,
)

/** Whether this machine has the native part; without it signatures are recovered by viem, far slower. */
export const isRecoveryNative = addon !== undefined

/**
 * The public key (64 bytes) that made a signature of `message`, which are 32 bytes; undefined when no key
 * could have.
 *
 * @throws {Error} without {@link isRecoveryNative}.
 */
export function recoverKey(
  message: Uint8Array,
  { rs, parity }: { readonly rs: Uint8Array; readonly parity: 0 | 1 },
): Uint8Array | undefined {
  if (!addon) throw new Error('secp256k1 has no native part for this machine')
  try {
    return addon.ecdsaRecover(rs, parity, message, false).subarray(1)
  } catch {
    return undefined
  }
}
