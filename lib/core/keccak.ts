import { createKeccak } from 'hash-wasm'

// WebAssembly, some twenty times as fast as JavaScript here. The policy of the pages forbids it in the
// browser, so nothing that lib/client bundles may import this file.
const hasher = await createKeccak(256)

/** keccak-256 of `bytes`, for the server: 32 bytes. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
