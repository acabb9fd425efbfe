import { createRequire } from 'node:module'
import type { Abi } from 'viem'
import type { Hex } from '@/lib/core/bytes'

const require = createRequire(import.meta.url)

/**
 * Returns the ABI and creation code of a contract in an npm package, for every compiler's file format.
 *
 * `path` is a module path such as `@uniswap/v2-core/build/UniswapV2Factory.json`.
 */
export function readPackageArtifact(path: string): { readonly abi: Abi; readonly bytecode: Hex } {
  const { abi, bytecode } = require(path) as { abi: Abi; bytecode: string }
  return { abi, bytecode: bytecode.startsWith('0x') ? (bytecode as Hex) : `0x${bytecode}` }
}
