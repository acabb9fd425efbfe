'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '@/components/app/when-idle'
import type { Address } from '@/lib/core/address'

type Props = {
  /** Name of the network in paths. */
  readonly network: string
  readonly account: Address
  /** Shown until the name is known, or if there is none. */
  readonly children?: ReactNode
}

/**
 * The name that an account has chosen, on networks that have a name service. Read once the page is idle: the code and the
 * reads delay nothing.
 */
export const AccountName = ({ network, account, children = null }: Props) => {
  const [name, setName] = useState<string>()
  useEffect(() => {
    let isLeft = false
    const read = async () => {
      const { readPageName } = await import('@/lib/client/wallet/page-names')
      const found = await readPageName(network, account)
      if (!isLeft) setName(found)
    }
    const stop = whenIdle(() => void read().catch(() => undefined))
    return () => {
      isLeft = true
      stop()
    }
  }, [network, account])
  return name === undefined ? children : <span className="wrap-anywhere">{name}</span>
}
