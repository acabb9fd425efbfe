import {
  decodeFunctionData,
  domainSeparator,
  parseAbi,
  recoverTypedDataAddress,
  toFunctionSelector,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { type Address, toAddress } from '@/lib/core/address'
import { expectedPermitHook, withPreHook } from './app-data-hook'
import {
  findPermitTerms,
  type PermitFacts,
  type PermitTerms,
  permitHook,
  permitTypedData,
} from './permit'

const account = privateKeyToAccount(`0x${'a7'.repeat(32)}`)
const token: Address = `0x${'70'.repeat(20)}`
const spender: Address = `0x${'5e'.repeat(20)}`
const grant = {
  owner: toAddress(account.address),
  spender,
  amount: 5_000n,
  deadline: 1_900_000_000,
}
const base = { chainId: 1, token, name: 'Sample', version: undefined, typehash: undefined }
const separatorOf = (version?: string) =>
  domainSeparator({
    domain: { name: 'Sample', ...(version && { version }), chainId: 1, verifyingContract: token },
  })
const facts = (change: Partial<PermitFacts> = {}): PermitFacts => ({
  ...base,
  separator: separatorOf('1'),
  nonce: 3n,
  ...change,
})
const daiTypehash = '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb'

test.each([
  ['the usual domain', facts(), '1'],
  ['another usual version', facts({ separator: separatorOf('2') }), '2'],
  ['the version that the token returns', facts({ version: '7', separator: separatorOf('7') }), '7'],
  ['no version', facts({ separator: separatorOf() }), undefined],
])('the permit’s domain is the token’s: %s', (_, permitFacts, version) => {
  expect(findPermitTerms(permitFacts)?.domain.version).toBe(version)
})

test.each([
  ['another domain', facts({ separator: `0x${'12'.repeat(32)}` })],
  ['no domain', facts({ separator: undefined })],
  ['no nonces', facts({ nonce: undefined })],
  ['no name', facts({ name: undefined })],
  ['permits of an unknown kind', facts({ typehash: `0x${'34'.repeat(32)}` })],
])('a token with %s needs an approval', (_, permitFacts) => {
  expect(findPermitTerms(permitFacts)).toBeUndefined()
})

const abis = {
  amount: parseAbi(['function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)']),
  all: parseAbi(['function permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)']),
}

test.each([
  ['amount', facts(), [grant.owner, spender, 5_000n, 1_900_000_000n]],
  ['all', facts({ typehash: daiTypehash }), [grant.owner, spender, 3n, 1_900_000_000n, true]],
] as const)(
  'the hook calls the token with what was signed: %s',
  async (form, permitFacts, expected) => {
    const terms = findPermitTerms(permitFacts) as PermitTerms
    expect(terms.form).toBe(form)
    const typedData = permitTypedData(terms, grant) as Parameters<typeof account.signTypedData>[0]
    const signature = await account.signTypedData(typedData)
    const hook = permitHook(terms, grant, signature)
    expect(hook.target).toBe(token)
    const { args } = decodeFunctionData({
      abi: abis[form] as typeof abis.amount,
      data: hook.callData,
    })
    const given = (args as readonly unknown[]).map((value) =>
      typeof value === 'string' ? value.toLowerCase() : value,
    )
    expect(given.slice(0, expected.length)).toEqual(expected)
    const [v, r, s] = given.slice(-3) as [number, `0x${string}`, `0x${string}`]
    const again = `${r}${s.slice(2)}${v.toString(16)}` as const
    const signer = await recoverTypedDataAddress({ ...typedData, signature: again } as never)
    expect(toAddress(signer)).toBe(grant.owner)
  },
)

test('the placeholder hook has the gas limit of the permit', async () => {
  const terms = findPermitTerms(facts()) as PermitTerms
  const typedData = permitTypedData(terms, grant) as Parameters<typeof account.signTypedData>[0]
  const signed = permitHook(terms, grant, await account.signTypedData(typedData))
  const { target, gasLimit, callData } = expectedPermitHook(token)
  expect({ target, gasLimit }).toEqual({ target: signed.target, gasLimit: signed.gasLimit })
  expect(callData).toBe(toFunctionSelector('DOMAIN_SEPARATOR()'))
})

test('the hook replaces the placeholder, and the document is otherwise unchanged', () => {
  const hook = { target: token, callData: '0x12', gasLimit: '1' } as const
  const referrer = { code: 'FRIEND' }
  const before = JSON.stringify({
    appCode: 'Coincide',
    metadata: { referrer, hooks: { pre: [expectedPermitHook(token)] } },
    version: '1.3.0',
  })
  expect(JSON.parse(withPreHook(before, hook))).toEqual({
    appCode: 'Coincide',
    metadata: { referrer, hooks: { pre: [hook] } },
    version: '1.3.0',
  })
})
