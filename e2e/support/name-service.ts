import type { Page } from '@playwright/test'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { nameRegistry } from '@/lib/client/wallet/name-registry'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
])
const resolver: Address = '0x00000000000000000000000000000000000c0de1'
const nobody: Address = '0x0000000000000000000000000000000000000000'

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** A name service that exists for one page only: embedded networks have none. */
export type NameService = {
  /** Sets the address of a name, or the name of a reverse record. */
  readonly set: (name: string, value: string) => void
  /** The records that the page has read. */
  readonly asked: readonly string[]
}

/** Answers the page's reads of the name service at the relay; all others go to the network. */
export async function installNames(page: Page, network: string): Promise<NameService> {
  const records = new Map<Hex, string>()
  const asked: string[] = []
  const answer = ({ method, params }: Call): Hex | undefined => {
    if (method === 'eth_getCode') return params[0] === nameRegistry ? '0x60' : undefined
    if (method !== 'eth_call') return undefined
    const { to: target, data } = params[0] as { to: Address; data: Hex }
    const to = target.toLowerCase()
    if (to !== nameRegistry && to !== resolver) return undefined
    const { functionName, args } = decodeFunctionData({ abi, data })
    const record = records.get(args[0])
    if (to === nameRegistry) {
      const result = record === undefined ? nobody : resolver
      return encodeFunctionResult({ abi, functionName: 'resolver', result })
    }
    asked.push(functionName)
    return encodeFunctionResult({ abi, functionName, result: record ?? '' } as never)
  }
  await page.route(`**/${network}/rpc`, async (route) => {
    const body = route.request().postDataJSON() as Call | Call[]
    const calls = [body].flat()
    const known = calls.flatMap((call) => {
      const result = answer(call)
      return result === undefined ? [] : [{ jsonrpc: '2.0', id: call.id, result }]
    })
    if (known.length === 0) return route.continue()
    const rest = calls.filter(({ id }) => !known.some((each) => each.id === id))
    try {
      const answers = rest.length === 0 ? [] : await (await route.fetch({ postData: rest })).json()
      const all = [...known, ...answers]
      await route.fulfill({ json: Array.isArray(body) ? all : all[0] })
    } catch {
      // The test has ended meanwhile.
      await route.abort().catch(() => undefined)
    }
  })
  return { asked, set: (name, value) => void records.set(namehash(name), value) }
}
