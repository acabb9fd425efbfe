'use client'

import { useGasPrice } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { type Address, nativeToken } from '@/lib/core/address'

/** Gas of a transaction that places an order, doubled. */
const placementGas = 300_000n

/**
 * Returns the atoms of the native token to keep for the transaction that sells it, at twice the current gas price; 0
 * for other tokens, undefined while the gas price is unknown.
 */
export function useGasReserve(token: Address | undefined): bigint | undefined {
  const { network } = useSettings()
  const isNative = token === nativeToken
  const query = { enabled: isNative, staleTime: 30_000 }
  const { data: gasPrice } = useGasPrice({ chainId: network.chainId, query })
  if (!isNative) return 0n
  return gasPrice === undefined ? undefined : gasPrice * 2n * placementGas
}
