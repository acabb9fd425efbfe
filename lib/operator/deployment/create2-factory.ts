import { parseTransaction } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/**
 * Arachnid's deterministic deployment proxy, at this address on nearly all networks. It calls CREATE2 with the first word
 * of its input as salt and the rest as creation code. https://github.com/Arachnid/deterministic-deployment-proxy
 */
export const create2Factory: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'

/** Its runtime code. */
export const create2FactoryCode: Hex =
  '0x7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3'

/**
 * The transaction that creates it: signed for no chain (before EIP-155), by an account whose key nobody knows, because
 * its signature was chosen.
 */
const raw: Hex =
  '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222'

const { data = '0x', gas = 0n, gasPrice = 0n } = parseTransaction(raw)

export const create2FactoryCreation = {
  raw,
  signer: '0x3fab184622dc19b6109349b94811493bf2a45362' as Address,
  data,
  /** Its gas limit; it pays 100 gwei per gas. */
  gas,
  /** Wei that the signer needs: 0.01 native tokens. What the transaction does not use stays there. */
  cost: gas * gasPrice,
} as const
