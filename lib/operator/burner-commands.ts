import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { deleteBurner, listBurners } from '@/lib/settlements/verification/burner-store'
import { type Change, type Command, conflict, type Invocation } from './command'
import { changeOptions } from './options'
import { readAddress, readParameters } from './parameters'

/** Commands for contracts whose settlements used more gas than their simulation. */
export const burnerCommands: readonly Command[] = [
  {
    name: 'burners list',
    parameters: '',
    summary: 'List contracts that burned gas of settlements, newest first.',
    options: [],
    list: async (ctx) => {
      const burners = await listBurners(ctx.db)
      return burners.map(
        ({ chainId, address, burns, gas, isBlocked, until, burnedAt, ...rest }) => ({
          network: getNetwork(chainId).name,
          address,
          burns,
          gas: String(gas),
          state: until.getTime() <= ctx.now() ? 'expired' : isBlocked ? 'blocked' : 'isolated',
          until: until.toISOString(),
          burned: burnedAt.toISOString(),
          transaction: rest.txHash,
        }),
      )
    },
  },
  {
    name: 'burners forgive',
    parameters: '<address>',
    summary: 'Forget the burned gas of a contract: its orders settle like others again.',
    options: changeOptions,
    plan: async (ctx, invocation) => [await planForgive(ctx, addressOf(invocation))],
  },
]

async function planForgive(ctx: Context, address: Address): Promise<Change> {
  const burners = (await listBurners(ctx.db)).filter((burner) => burner.address === address)
  const missing = conflict(`${address} has burned no gas`)
  if (burners.length === 0) throw missing
  return {
    action: 'forgive-burner',
    target: address,
    effect: 'its orders settle like others again, and another burn counts as the first',
    details: {
      networks: burners.map(({ chainId }) => getNetwork(chainId).name).join(', '),
      burns: burners.reduce((sum, { burns }) => sum + burns, 0),
    },
    apply: async (tx) => {
      if ((await deleteBurner(tx, address)) === 0) throw missing
    },
  }
}

function addressOf({ parameters }: Invocation): Address {
  const [address = ''] = readParameters(parameters, ['<address>'])
  return readAddress(address)
}
