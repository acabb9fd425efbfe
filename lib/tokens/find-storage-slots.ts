import { encodeAbiParameters, encodeFunctionData, keccak256, pad, toHex } from 'viem'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { findTokenSlots, saveTokenSlots, type TokenSlots } from './token-store'

/** Candidate slots; common tokens keep their balances within the first twenty. */
const maxSlots = 20

/** Returns the storage key of `holder`'s balance in a Solidity mapping at `slot`. */
export function balanceKey(holder: Address, slot: number): Hex {
  return keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, BigInt(slot)]),
  )
}

/** Returns the storage key of `holder`'s allowance for `spender` in a Solidity mapping at `slot`. */
export function allowanceKey(holder: Address, spender: Address, slot: number): Hex {
  return keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'bytes32' }],
      [spender, balanceKey(holder, slot)],
    ),
  )
}

/**
 * Finds a token's storage slots for balances and allowances: overrides one candidate slot per `eth_call` with a marker
 * and reads it back through the token. Stores the slots found. Returns undefined for other layouts (shares of a
 * rebasing token, Vyper).
 */
export async function findStorageSlots(
  ctx: Context,
  input: { chainId: number; address: Address },
): Promise<TokenSlots | undefined> {
  const known = await findTokenSlots(ctx.db, input.chainId, input.address)
  if (known) return known
  const [balanceSlot, allowanceSlot] = await Promise.all([
    probe(ctx, { ...input, keyOf: (slot) => balanceKey(marker, slot), call: balanceCall }),
    probe(ctx, {
      ...input,
      keyOf: (slot) => allowanceKey(marker, marker, slot),
      call: allowanceCall,
    }),
  ])
  if (balanceSlot === undefined || allowanceSlot === undefined) return undefined
  const slots = { balanceSlot, allowanceSlot }
  await saveTokenSlots(ctx.db, input, slots)
  return slots
}

/** An address and a value that do not occur by chance. */
const marker: Address = '0xc01c1de0c01c1de0c01c1de0c01c1de0c01c1de0'
const markerWord = pad(toHex(0x5a5a5a5a5a5a5an), { size: 32 })

const balanceCall = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [marker] })
const allowanceCall = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'allowance',
  args: [marker, marker],
})

type Probe = {
  chainId: number
  address: Address
  keyOf: (slot: number) => Hex
  call: Hex
}

async function probe(ctx: Context, { chainId, address, keyOf, call }: Probe) {
  const { client } = ctx.chain(chainId)
  const answers = await Promise.all(
    Array.from({ length: maxSlots }, (_, slot) =>
      client
        .call({
          to: address,
          data: call,
          stateOverride: [{ address, stateDiff: [{ slot: keyOf(slot), value: markerWord }] }],
        })
        .then(({ data }) => data === markerWord)
        .catch(() => false),
    ),
  )
  const slot = answers.indexOf(true)
  return slot < 0 ? undefined : slot
}
