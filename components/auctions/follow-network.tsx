'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useSettings } from '@/components/app/settings'
import { auctionsHref } from './auction-href'

type Props = {
  /** The network whose auctions are shown. */
  readonly chainId: number
}

/** Opens the auctions of the network that the user selects in the header. */
export const FollowNetwork = ({ chainId }: Props) => {
  const { network } = useSettings()
  const router = useRouter()
  const isOther = network.chainId !== chainId
  useEffect(() => {
    if (isOther) router.replace(auctionsHref(network.name))
  }, [isOther, network.name, router])
  return null
}
