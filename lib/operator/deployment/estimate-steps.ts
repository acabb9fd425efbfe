import { toHex } from 'viem'
import { findDataFeeFault, readDataFee } from '@/lib/chain/data-fee'
import { readGasMarket } from '@/lib/chain/gas-market'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { refusalOf } from '@/lib/settlements/submission/broadcast'
import { create2Factory, create2FactoryCode, create2FactoryCreation } from './create2-factory'
import type { DeploymentStep } from './deployment-plan'

/** What a step uses and costs at the current gas price, in wei; fees for data and native tokens that it sends included. */
export type StepCost = { readonly gas: bigint; readonly wei: bigint }

/** More than any step uses: the settlement contract takes some 4,600,000. */
const stepGas = 12_000_000n

/** Enough for the value that the steps send, so that they are simulated before the account has money. */
const simulatedBalance = 10n ** 24n

type Estimated = { readonly chainId: number; readonly deployer: Address }

/**
 * Simulates the steps of a deployment one after the other (`eth_simulateV1`) and returns the cost of each for the deployer.
 * The CREATE2 factory is assumed to be there: who is funded by the step before pays for it.
 * @throws {ServiceError} Conflict naming a step that would fail, or a missing predeploy; InternalServerError if the network's RPC does not answer.
 */
export async function estimateSteps(
  ctx: Context,
  { chainId, deployer }: Estimated,
  steps: readonly DeploymentStep[],
): Promise<readonly StepCost[]> {
  if (steps.length === 0) return []
  const fault = await findDataFeeFault(ctx, chainId)
  if (fault) throw new ServiceError('Conflict', `${ctx.chain(chainId).network.title}: ${fault}`)
  const own = steps.filter(({ raw }) => raw === undefined)
  const [outcomes, { price }] = await Promise.all([
    simulate(ctx, { chainId, deployer }, own),
    readGasMarket(ctx, chainId),
  ])
  return Promise.all(
    steps.map(async (step) => {
      if (step.raw) return { gas: create2FactoryCreation.gas, wei: 0n }
      const outcome = outcomes[own.indexOf(step)]
      if (outcome?.status !== '0x1') {
        throw new ServiceError('Conflict', `${step.id} would revert: nothing was sent`)
      }
      const used = BigInt(outcome.gasUsed)
      const fee = await readDataFee(ctx, chainId, { callData: step.data, gas: used })
      const gas = used + fee.gas
      return { gas, wei: gas * price + fee.wei + step.value }
    }),
  )
}

type Outcome = { readonly status: Hex; readonly gasUsed: Hex }

async function simulate(
  ctx: Context,
  { chainId, deployer }: Estimated,
  steps: readonly DeploymentStep[],
): Promise<readonly Outcome[]> {
  const { client, network } = ctx.chain(chainId)
  const calls = steps.map(({ from, to, data, value }) => {
    return { from, to, input: data, value: toHex(value), gas: toHex(stepGas) }
  })
  const block = {
    blockOverrides: { gasLimit: toHex(stepGas * BigInt(steps.length)) },
    stateOverrides: {
      [deployer]: { balance: toHex(simulatedBalance) },
      [create2Factory]: { code: create2FactoryCode },
    },
    calls,
  }
  const params = [{ blockStateCalls: [block], validation: false }, 'latest']
  const request = { method: 'eth_simulateV1', params } as never
  const [answer] = await client
    .request<{ ReturnType: readonly { readonly calls: readonly Outcome[] }[] }>(request)
    .catch((cause) => {
      const refusal = refusalOf(cause)
      if (refusal === undefined) throw dependencyDown(network.title, cause)
      throw new ServiceError('Conflict', `${network.title} cannot simulate the steps: ${refusal}`)
    })
  return answer?.calls ?? []
}
