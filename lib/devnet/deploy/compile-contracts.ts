import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Abi } from 'viem'
import type { Hex } from '@/lib/core/bytes'

/** The stored part of a compiled contract. */
export type Artifact = {
  readonly abi: Abi
  readonly bytecode: Hex
  readonly deployedBytecode: Hex
  /** Byte offsets in `deployedBytecode` of the 32-byte words that the constructor fills in, by immutable. */
  readonly immutables?: Readonly<Record<string, readonly number[]>>
}

type CompiledContract = {
  readonly abi: Abi
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: {
      readonly object: string
      /** By the id of the declaration. */
      readonly immutableReferences?: Readonly<Record<string, readonly { readonly start: number }[]>>
    }
  }
}

/** A node of the syntax tree. */
type Declaration = {
  readonly id: number
  readonly name?: string
  readonly nodes?: readonly Declaration[]
}

type CompilerOutput = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly sources: Readonly<Record<string, { readonly ast: Declaration }>>
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>
}

const contractsFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'contracts')

const settings = {
  // The last target without PUSH0: the code runs on every network, whatever its hard fork.
  evmVersion: 'paris',
  optimizer: { enabled: true, runs: 200 },
  // No metadata hash, so that comments do not change the bytecode.
  metadata: { bytecodeHash: 'none', appendCBOR: false },
  outputSelection: {
    '*': {
      '': ['ast'],
      '*': [
        'abi',
        'evm.bytecode.object',
        'evm.deployedBytecode.object',
        'evm.deployedBytecode.immutableReferences',
      ],
    },
  },
}

/**
 * Compiles every `.sol` file of `contracts/` with the pinned `solc`; returns artifacts by contract name in kebab-case.
 *
 * Omits interfaces. Throws an Error with the compiler's messages if there are any.
 */
export function compileContracts(): Readonly<Record<string, Artifact>> {
  // A CommonJS module of eight megabytes, loaded only here.
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const files = readdirSync(contractsFolder).filter((file) => file.endsWith('.sol'))
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(contractsFolder, file), 'utf8') }]),
  )
  const input = JSON.stringify({ language: 'Solidity', sources, settings })
  const output = JSON.parse(solc.compile(input)) as CompilerOutput
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map((e) => e.formattedMessage).join('\n'))
  const contracts = Object.values(output.contracts).flatMap((byName) => Object.entries(byName))
  const names = new Map(Object.values(output.sources).flatMap(({ ast }) => namesIn(ast)))
  return Object.fromEntries(
    contracts
      .filter(([, contract]) => contract.evm.bytecode.object !== '')
      .map(([name, contract]) => [kebabCase(name), artifactOf(contract, names)]),
  )
}

/** Returns the path of a contract's committed artifact; the name is in kebab-case. */
export function artifactPath(name: string): string {
  return join(contractsFolder, 'artifacts', `${name}.json`)
}

function artifactOf({ abi, evm }: CompiledContract, names: ReadonlyMap<string, string>): Artifact {
  const references = Object.entries(evm.deployedBytecode.immutableReferences ?? {})
  const immutables = references.map(([id, places]) => [
    names.get(id) ?? id,
    places.map(({ start }) => start),
  ])
  return {
    abi,
    bytecode: `0x${evm.bytecode.object}`,
    deployedBytecode: `0x${evm.deployedBytecode.object}`,
    ...(immutables.length > 0 && { immutables: Object.fromEntries(immutables) }),
  }
}

/** The names of the declarations of a file and its contracts, by id. */
function namesIn({ id, name = '', nodes = [] }: Declaration): (readonly [string, string])[] {
  return [[String(id), name], ...nodes.flatMap(namesIn)]
}

function kebabCase(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase()
}

// Run as a script, it writes the artifacts.
if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  for (const [name, artifact] of Object.entries(compileContracts())) {
    writeFileSync(artifactPath(name), `${JSON.stringify(artifact)}\n`)
  }
}
