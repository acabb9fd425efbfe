'use client'

import { TokenImport } from '@/components/swap/tokens/token-import'
import { TokenList } from '@/components/swap/tokens/token-list'
import { TokenRow } from '@/components/swap/tokens/token-row'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import { TokenTable } from '@/components/tokens/token-table'
import { Slip } from '@/components/ui/slip'
import { ApiError } from '@/lib/client/request'
import type { Token } from '@/lib/client/swap/tokens'
import { defaultSort, type TokenRow as TokenRowData } from '@/lib/client/tokens/token-rows'
import { GalleryStage, type StageAnswer } from './gallery-stage'
import { network, unlistedToken, usdc, weth } from './sample-network'
import { Specimen, State, States } from './specimen'

const others: readonly Token[] = Array.from({ length: 200 }, (_, index) => ({
  address: `0x${String(index).padStart(40, '0')}`,
  symbol: `T${index}`,
  name: `A token called T${index}`,
  decimals: 18,
}))

const lists: readonly (readonly [title: string, all: readonly Token[], Tokens['status']])[] = [
  ['ready', [weth, usdc, ...others], 'ready'],
  ['loading', [], 'loading'],
  ['failed', [], 'failed'],
  ['nothing', [], 'ready'],
]

const rows = [
  ['held', { balance: 4_208_100_000_000_000_000n, worth: 13_525.4 }],
  ['without a price', { balance: 4_208_100_000_000_000_000n }],
  ['added by hand', { isImported: true }],
  ['refused', { isRefused: true }],
] as const

const market: TokenRowData['market'] = {
  ...{ address: weth.address, price: 3_021.55, dayChange: -0.0122, marketCap: 9_310_000_000 },
  ...{ supply: 3_081_200, tvl: 412_600_000, volume: 184_200_000 },
  week: [3_096.2, 3_071.6, 3_102.4, 3_050.1, 3_021.55],
}

const markets: readonly (readonly [
  title: string,
  rows: readonly TokenRowData[],
  isLoading: boolean,
])[] = [
  ['known', [{ token: weth, market }], false],
  ['loading', [{ token: weth, market: undefined }], true],
  ['not known', [{ token: weth, market: undefined }], false],
]

const details = ['token-details', network.name, unlistedToken]
const found = { key: details, data: { symbol: 'SHARD', name: 'Shard', decimals: 18 } }
const refusal = {
  key: ['token-refusal', network.name, unlistedToken],
  data: `token ${unlistedToken} is not supported: it takes a fee of each transfer`,
}

const imports: readonly (readonly [title: string, answers: readonly StageAnswer[]])[] = [
  ['looked up', []],
  ['found', [found]],
  ['refused', [found, refusal]],
  ['named like another', [{ ...found, data: { ...found.data, symbol: 'USDC' } }]],
  ['no token', [{ key: details, error: new ApiError(404, { message: 'no token' }) }]],
  ['says nothing of itself', [{ key: details, data: {} }]],
  ['not read', [{ key: details, error: new ApiError(500, {}) }]],
]

/** The token selector: its list in each state, its rows, and the import of a token. */
export const GalleryTokens = () => (
  <>
    <Specimen title="Token selector">
      <GalleryStage wallet="demo">
        <States>
          {lists.map(([title, all, status]) => (
            <State key={title} title={title}>
              <Slip aria-label="Select a token" className="flex h-120 flex-col p-5">
                <TokenList
                  label={`Token you pay (${title})`}
                  tokens={tokensOf(all, status)}
                  balanceOf={() => undefined}
                  selected={weth}
                  onSelect={() => {}}
                />
              </Slip>
            </State>
          ))}
          {rows.map(([title, given]) => (
            <State key={title} title={`row: ${title}`}>
              <TokenRow
                {...{ token: weth, balance: undefined, worth: undefined, ...given }}
                isImported={'isImported' in given}
                isRefused={'isRefused' in given}
              />
            </State>
          ))}
        </States>
      </GalleryStage>
    </Specimen>
    <Specimen title="Tokens and their markets">
      <GalleryStage>
        <States>
          {markets.map(([title, rows, isLoading]) => (
            <State key={title} title={title}>
              <TokenTable {...{ rows, isLoading, network }} sort={defaultSort} onSort={() => {}} />
            </State>
          ))}
        </States>
      </GalleryStage>
    </Specimen>
    <Specimen title="Token that is not listed">
      <States>
        {imports.map(([title, answers]) => (
          <State key={title} title={title}>
            <GalleryStage answers={answers}>
              <Slip aria-label="Token" className="p-5">
                <TokenImport address={unlistedToken} tokens={[weth, usdc]} onImport={() => {}} />
              </Slip>
            </GalleryStage>
          </State>
        ))}
      </States>
    </Specimen>
  </>
)

const tokensOf = (all: readonly Token[], status: Tokens['status']): Tokens => ({
  ...{ all, status, reload: () => {} },
  find: (address) => all.find((token) => token.address === address),
})
