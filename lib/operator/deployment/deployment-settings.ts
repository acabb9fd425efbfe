import { getAddress } from 'viem'
import type { DeployedContracts } from './deploy-contracts'

/** Settings by variable. */
export type Settings = Readonly<Record<string, string>>

/** Returns the settings that name a deployment; see `.env.example`. */
export function settingsOf(contracts: DeployedContracts): Settings {
  const nativeOrders = getAddress(contracts.nativeOrders)
  return {
    SETTLEMENT_CONTRACT: getAddress(contracts.settlement),
    VAULT_RELAYER_CONTRACT: getAddress(contracts.vaultRelayer),
    HOOKS_TRAMPOLINE: getAddress(contracts.hooksTrampoline),
    ONCHAIN_ORDER_CONTRACTS: nativeOrders,
    NATIVE_ORDER_CONTRACTS: nativeOrders,
  }
}

/** Formats settings as lines of an environment file. */
export function formatSettings(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}

/**
 * Returns the text of an environment file with these settings: a variable that has a line keeps its place, others follow at
 * the end. The other contracts of `ONCHAIN_ORDER_CONTRACTS` stay.
 */
export function mergeSettings(text: string, settings: Settings): string {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  for (const [name, value] of Object.entries(settings)) {
    // The last line of a variable is the one that counts.
    const place = lines.findLastIndex((line) => line.startsWith(`${name}=`))
    const old = lines[place]?.slice(name.length + 1).trim() ?? ''
    const line = `${name}=${name === 'ONCHAIN_ORDER_CONTRACTS' ? addContract(old, value) : value}`
    if (place < 0) lines.push(line)
    else lines[place] = line
  }
  return `${lines.join('\n')}\n`
}

function addContract(list: string, contract: string): string {
  if (list === '' || list === 'none') return contract
  const isNamed = list.toLowerCase().split(',').includes(contract.toLowerCase())
  return isNamed ? list : `${list},${contract}`
}
