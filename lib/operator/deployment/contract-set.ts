import {
  concatHex,
  domainSeparator,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  parseAbi,
  parseAbiParameters,
  stringToHex,
} from 'viem'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { Network } from '@/lib/core/networks/network'
import { orderDomain } from '@/lib/core/order'
import { create2Factory } from './create2-factory'
import { runtimeOf, type Template, templates } from './templates'

/** A call that creates a contract. */
type Creation = { readonly to: Address; readonly data: Hex }

/** A contract of a deployment. */
export type PlannedContract = {
  readonly address: Address
  /** The runtime code that belongs at the address, immutables included. */
  readonly code: Hex
  /** Undefined: another contract's constructor creates it. */
  readonly creation: Creation | undefined
}

/** The contracts of a deployment by name, in the order in which they are created. */
export type ContractSet = Readonly<Record<ContractName, PlannedContract>>

export type ContractName =
  | 'allowListImplementation'
  | 'allowList'
  | 'settlement'
  | 'vaultRelayer'
  | 'hooksTrampoline'
  | 'addressReservation'
  | 'nativeOrders'

/** Any value serves. Another one would change all addresses. */
const salt = stringToHex('Coincide', { size: 32 })

const allowListAbi = parseAbi(['function initializeManager(address manager)'])
const reservationAbi = parseAbi(['function create(bytes creationCode)'])

/**
 * Computes the contracts that an account deploys on a network. Their addresses depend on the account alone: it is the first
 * owner and manager of the allow-list and the only one who can use the reserved address of the native orders.
 */
export function planContracts(
  { chainId, wrappedNative }: Pick<Network, 'chainId' | 'wrappedNative'>,
  deployer: Address,
): ContractSet {
  const allowListImplementation = byFactory(templates.allowListImplementation, '0x')
  const initialize = encodeFunctionData({ abi: allowListAbi, args: [deployer] })
  const allowList = byFactory(
    templates.allowListProxy,
    encodeAbiParameters(parseAbiParameters('address, address, bytes'), [
      allowListImplementation.address,
      deployer,
      initialize,
    ]),
  )
  const settlement = byFactory(
    templates.settlement,
    addresses(allowList.address, balancerVault),
    (own) => ({
      authenticator: allowList.address,
      vault: balancerVault,
      vaultRelayer: firstCreated(own),
      domainSeparator: domainSeparator({ domain: orderDomain(chainId, own) }),
    }),
  )
  const hooksTrampoline = byFactory(
    templates.hooksTrampoline,
    addresses(settlement.address),
    () => ({ settlement: settlement.address }),
  )
  const addressReservation = byFactory(templates.addressReservation, addresses(deployer), () => ({
    owner: deployer,
  }))
  return {
    allowListImplementation,
    allowList,
    settlement,
    vaultRelayer: {
      address: firstCreated(settlement.address),
      code: runtimeOf(templates.vaultRelayer, {
        creator: settlement.address,
        vault: balancerVault,
      }),
      creation: undefined,
    },
    hooksTrampoline,
    addressReservation,
    nativeOrders: {
      address: firstCreated(addressReservation.address),
      code: runtimeOf(templates.nativeOrders, {
        cowSwapSettlement: settlement.address,
        wrappedNativeToken: wrappedNative,
        separator: domainSeparator({ domain: orderDomain(chainId, settlement.address) }),
      }),
      creation: {
        to: addressReservation.address,
        data: encodeFunctionData({
          abi: reservationAbi,
          args: [
            concatHex([
              templates.nativeOrders.creation,
              addresses(settlement.address, wrappedNative),
            ]),
          ],
        }),
      },
    },
  }
}

function byFactory(
  template: Template,
  args: Hex,
  immutablesAt: (own: Address) => Readonly<Record<string, Hex>> = () => ({}),
): PlannedContract {
  const bytecode = concatHex([template.creation, args])
  const address = toAddress(
    getContractAddress({ opcode: 'CREATE2', from: create2Factory, salt, bytecode }),
  )
  return {
    address,
    code: runtimeOf(template, immutablesAt(address)),
    creation: { to: create2Factory, data: concatHex([salt, bytecode]) },
  }
}

/** A contract's first nonce is 1 (EIP-161). */
function firstCreated(creator: Address): Address {
  return toAddress(getContractAddress({ from: creator, nonce: 1n }))
}

/** Encodes constructor arguments that are addresses. */
function addresses(...values: readonly Address[]): Hex {
  return encodeAbiParameters(
    values.map(() => ({ type: 'address' })),
    values,
  )
}
