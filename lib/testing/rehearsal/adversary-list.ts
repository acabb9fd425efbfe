import { feeSpike } from './adversaries/fee-spike'
import { forgedRow } from './adversaries/forged-row'
import { dustFrontRunner, frontRunner } from './adversaries/front-runner'
import { burningToken, burningWallet } from './adversaries/gas-burners'
import { cutNode, forgingNode, frozenNode, otherChainNode } from './adversaries/node-adversaries'
import { phantomOrders } from './adversaries/phantom-orders'
import { relayDown } from './adversaries/relay-down'
import type { Adversary } from './adversary'

const none: Adversary = {
  name: 'none',
  submission: 'private',
  stopsSettling: false,
  start: async () => async () => {},
}

/** Every adversary, that of an undisturbed day first. */
export const adversaries: readonly Adversary[] = [
  none,
  ...[frontRunner, dustFrontRunner, burningWallet, burningToken, feeSpike],
  ...[frozenNode, cutNode, forgingNode, otherChainNode],
  ...[relayDown, phantomOrders, forgedRow],
]

/** Returns an adversary by its name. Throws a RangeError for an unknown one. */
export function getAdversary(name: string): Adversary {
  const found = adversaries.find((adversary) => adversary.name === name)
  if (!found) throw new RangeError(`no adversary ${name}`)
  return found
}
