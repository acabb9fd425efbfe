import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { cookieToInitialState } from 'wagmi'
import { AppShell } from '@/components/app/app-shell'
import { Providers } from '@/components/app/providers'
import { describeInstance } from '@/lib/api/docs/pages'
import { readPageSessions } from '@/lib/api/session/session-fields'
import { networkCookie } from '@/lib/client/cookies'
import { createWalletConfig } from '@/lib/client/wallet/connectors/wallet-config'
import { getContext } from '@/lib/context'

/** The pages with the wallet; dynamic, because the wallet session is in a cookie. */
const AppLayout = async ({ children }: { readonly children: ReactNode }) => {
  const request = await headers()
  const ctx = getContext()
  const settings = describeInstance(ctx.config)
  const sessions = await readPageSessions(ctx, (name) => request.get(name) ?? undefined)
  const origin = `http://${request.get('host') ?? '127.0.0.1'}`
  const storedNetwork = (await cookies()).get(networkCookie)?.value
  const config = createWalletConfig(settings, origin)
  const initialState = cookieToInitialState(config, request.get('cookie'))
  return (
    <Providers {...{ settings, origin, initialState, storedNetwork }}>
      <AppShell sessions={sessions}>{children}</AppShell>
    </Providers>
  )
}

export default AppLayout
