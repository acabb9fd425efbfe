'use client'

import { useQuery } from '@tanstack/react-query'
import { useReadContract } from 'wagmi'
import { isFirstLoad } from '@/components/app/is-first-load'
import { useSettings } from '@/components/app/settings'
import { type OrderApproval, useApproval } from '@/components/swap/consent/use-approval'
import { useOpenClaim } from '@/components/swap/consent/use-open-claim'
import { fetchOrder } from '@/lib/client/api'
import { type CheckedFunds, checkedFunds } from '@/lib/client/orders/replace-order'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import type { Address } from '@/lib/core/address'

/** One block of the main network. */
const refetchInterval = 12_000

/** What pays for an edited order. */
type EditFunds = {
  /** Whether the owner's balance covers the order; `unknown` while it is loading. */
  readonly balance: 'enough' | 'short' | 'unknown'
  /** In atoms; undefined while unknown. */
  readonly held: bigint | undefined
  readonly approval: OrderApproval
  /** Whether the order needs the allowance. */
  readonly needsAllowance: boolean
}

/**
 * Tracks whether the owner's wallet can pay for an edited order, as the service checks it: the balance of the whole wallet,
 * since open orders reserve none of it, and an allowance for this and the other open orders, without the replaced one.
 */
export function useEditFunds(
  { uid, sellToken: token }: ShownOrder,
  { owner, sellAmount }: { readonly owner: Address; readonly sellAmount: bigint },
): EditFunds {
  const { name, chainId } = useSettings().network
  const view = useQuery({
    queryKey: ['edited-order', name, uid],
    queryFn: ({ signal }) => fetchOrder(name, uid, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const openClaim = useOpenClaim({ token, owner, except: uid })
  const approval = useApproval({
    ...{ token, owner, needed: sellAmount + openClaim.open.claim.atoms },
    ...{ isAwaited: isFirstLoad(openClaim), isContract: false },
  })
  const { data: held, isError } = useReadContract({
    ...{ chainId, address: token, abi: tokenAbi, functionName: 'balanceOf' },
    args: [owner],
    query: { refetchInterval },
  })
  // What cannot be read is left to the service, which checks it anyway.
  const checked: CheckedFunds | undefined = view.data
    ? checkedFunds(view.data)
    : view.isError
      ? { balance: false, allowance: false }
      : undefined
  return {
    balance: balanceFact({ checked, held, isError, sellAmount }),
    held,
    approval,
    needsAllowance: checked?.allowance ?? true,
  }
}

type Balance = Pick<EditFunds, 'held'> & {
  readonly checked: CheckedFunds | undefined
  readonly isError: boolean
  readonly sellAmount: bigint
}

function balanceFact({ checked, held, isError, sellAmount }: Balance): EditFunds['balance'] {
  if (checked === undefined) return 'unknown'
  if (!checked.balance) return 'enough'
  if (held === undefined) return isError ? 'enough' : 'unknown'
  return held >= sellAmount ? 'enough' : 'short'
}
