import type { SessionView } from '@/lib/client/sign-in'
import { type Address, toAddress } from '@/lib/core/address'

type Known = {
  readonly connected: Address | undefined
  /** Newest session first. */
  readonly sessions: readonly SessionView[]
  /** The user's selection. */
  readonly chosen: Address | undefined
}

type Choice = {
  readonly account: Address | undefined
  readonly session: SessionView | undefined
  readonly accounts: readonly Address[]
}

/** Picks the account to show: the selected one, else the connected one, else the newest session. */
export function chooseAccount({ connected, sessions, chosen }: Known): Choice {
  const signedIn = sessions.map((session) => toAddress(session.account))
  const accounts = [...new Set([...(connected ? [connected] : []), ...signedIn])]
  const account = chosen && accounts.includes(chosen) ? chosen : accounts[0]
  const session = sessions.find((candidate) => candidate.account === account)
  return { account, session, accounts }
}
