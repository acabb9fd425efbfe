import { type Abi, concatHex, padHex, stringToHex, toHex } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { getNetwork } from '@/lib/core/networks'
import { operator } from '@/lib/devnet/accounts'
import feeOnTransfer from '@/lib/devnet/contracts/artifacts/fee-on-transfer-token.json' with {
  type: 'json',
}
import marketMakerArtifact from '@/lib/devnet/contracts/artifacts/market-maker.json' with {
  type: 'json',
}
import multicall3Artifact from '@/lib/devnet/contracts/artifacts/multicall3.json' with {
  type: 'json',
}
import noReturn from '@/lib/devnet/contracts/artifacts/no-return-token.json' with { type: 'json' }
import rebasing from '@/lib/devnet/contracts/artifacts/rebasing-token.json' with { type: 'json' }
import plain from '@/lib/devnet/contracts/artifacts/token.json' with { type: 'json' }
import { listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { marketMaker } from '@/lib/devnet/market/market-maker'
import type { DevnetToken } from '@/lib/devnet/networks/embedded-network'
import { quantity, type Rpc } from '@/lib/devnet/rpc'
import { readPackageArtifact } from './package-artifact'
import { type Placement, placeContract } from './place-contract'

const artifacts = { plain, noReturn, feeOnTransfer, rebasing }

/** Native balance of the market maker, which it wraps on demand. */
const marketMakerWei = 10n ** 27n

/** Places the tokens of an embedded network at their addresses, with the market maker as minter. */
export async function deployTokens(rpc: Rpc, chainId: number): Promise<void> {
  for (const token of listDevnetTokens(chainId)) {
    await placeContract(rpc, tokenPlacement(token))
    if (token.model === 'wrappedNative') await renameWrapped(rpc, token)
  }
}

/** Places the market maker and Multicall3 at their addresses. */
export async function deployHelpers(rpc: Rpc, chainId: number): Promise<void> {
  await placeContract(rpc, {
    ...ownArtifact(marketMakerArtifact),
    address: marketMaker,
    args: [operator, getNetwork(chainId).wrappedNative],
  })
  await rpc('anvil_setBalance', [marketMaker, quantity(marketMakerWei)])
  await placeContract(rpc, { ...ownArtifact(multicall3Artifact), address: multicall3 })
}

/** The canonical wrapper is named WETH on every network; its name and symbol are in slots 0 and 1. */
async function renameWrapped(rpc: Rpc, { address, name, symbol }: DevnetToken): Promise<void> {
  for (const [slot, text] of [name, symbol].entries()) {
    const bytes = padHex(stringToHex(text), { dir: 'right', size: 31 })
    const word = concatHex([bytes, toHex(text.length * 2, { size: 1 })])
    await rpc('anvil_setStorageAt', [address, toHex(slot, { size: 32 }), word])
  }
}

/** Types an artifact file of contracts/artifacts, whose JSON types are too wide. */
export function ownArtifact(json: { readonly abi: unknown; readonly bytecode: string }): {
  readonly abi: Abi
  readonly bytecode: Hex
} {
  return { abi: json.abi as Abi, bytecode: json.bytecode as Hex }
}

function tokenPlacement({ address, model, name, symbol, decimals }: DevnetToken): Placement {
  if (model === 'wrappedNative') {
    return { address, ...readPackageArtifact('canonical-weth/build/contracts/WETH9.json') }
  }
  return { address, ...ownArtifact(artifacts[model]), args: [name, symbol, decimals, marketMaker] }
}
