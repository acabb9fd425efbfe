'use client'

import { useSettings } from '@/components/app/settings'

/** Says that a network runs on this machine and its tokens are worth nothing. */
export const NetworkBanner = () => {
  const { network } = useSettings()
  if (!network.embedded) return null
  return (
    <p className="bg-citron px-4 py-2 text-center text-small text-[#1b1a17]">
      <strong>Embedded {network.title}.</strong> A chain of this machine with test tokens; nothing
      here is worth money.
    </p>
  )
}
