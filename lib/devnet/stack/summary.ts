import { getAddress } from 'viem'
import { getNetwork } from '@/lib/core/networks'
import { listTestAccounts, solverIndex } from '@/lib/devnet/accounts'
import type { Stack } from './start-stack'

/** Returns the text printed when an instance is ready. */
export function describeStack(stack: Stack, ms: number): string {
  const networks = [...stack.rpcUrls].map(([chainId, url]) => {
    const { title } = getNetwork(chainId)
    return `    ${`${title} (${chainId})`.padEnd(24)} ${url}`
  })
  const accounts = listTestAccounts().map(({ address }, index) => {
    const name = index === solverIndex ? 'the solver' : `Demo account ${index + 1}`
    return `    ${getAddress(address)}  ${name}`
  })
  const embedded = [
    '',
    '  Embedded networks (JSON-RPC)',
    ...networks,
    '',
    '  Demo accounts, of the mnemonic "test test test test test test test test test test test junk"',
    ...accounts,
    `    Keys and tokens: ${stack.dataDir}/devnet.json`,
  ]
  return [
    '',
    `  Ready after ${(ms / 1000).toFixed(1)} s:  ${stack.url}`,
    ...(stack.rpcUrls.size > 0 ? embedded : []),
    '',
    `  Logs: ${stack.dataDir}/logs    Stop: Ctrl-C    Start over: npm start -- --reset`,
    '',
  ].join('\n')
}
