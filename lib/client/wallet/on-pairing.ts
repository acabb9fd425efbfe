import type { Connector } from 'wagmi'
import { pairingMessage } from './walletconnect-connector'

/** Subscribes to pairing URIs for a remote wallet; returns a function that unsubscribes. */
export function onPairing(
  { emitter }: Pick<Connector, 'emitter'>,
  tell: (uri: string) => void,
): () => void {
  const listen = ({ type, data }: { readonly type: string; readonly data?: unknown }) => {
    if (type === pairingMessage) tell(String(data))
  }
  emitter.on('message', listen)
  return () => emitter.off('message', listen)
}
