import { type Address, parseAddress } from '@/lib/core/address'

/** The token of a new alert. */
export type AlertToken = { readonly network: string; readonly token: Address }

/** Returns the path of the form for an alert on a token's price. */
export const alertHref = ({ network, token }: AlertToken): string =>
  `/notifications?alert=${network}:${token}#alerts`

/** Reads the token in the address of the form; undefined if there is none. */
export function readAlertToken(text: string | null): AlertToken | undefined {
  const [network = '', address = ''] = text?.split(':') ?? []
  const token = parseAddress(address)
  return network && token ? { network, token } : undefined
}
