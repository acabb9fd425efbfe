import type { Connector } from 'wagmi'
import { pairingMessage } from './walletconnect-connector'

/** Tells what a wallet elsewhere is to scan to connect, whenever the relay gives it; returns how to stop. */
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
