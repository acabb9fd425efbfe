import { createKeccak } from 'hash-wasm'

// WebAssembly, about 20 times as fast as JavaScript here. The Content-Security-Policy of the pages forbids it, so no
// file that lib/client bundles may import this one.
const hasher = await createKeccak(256)

/** keccak-256 of `bytes`, for the server: 32 bytes. */
export function keccak(bytes: Uint8Array): Uint8Array {
  return hasher.init().update(bytes).digest('binary')
}
