import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const isLong = process.env.TEST_LONG === '1'
/** Set by `npm run drill`. */
const isDrill = process.env.DRILL === '1'

/** The tests that take longest, so that none of them is left for one worker alone at the end. */
const longest = [
  'lib/api/declare/fuzz.long.test.ts',
  'lib/workers/exactly-once.long.test.ts',
  'lib/workers/crash-recovery.long.test.ts',
  'lib/workers/delivery-faults.long.test.ts',
  'lib/workers/outage.long.test.ts',
  'lib/workers/exactly-once.test.ts',
  'lib/testing/rehearsal/rehearse.test.ts',
  'lib/api/declare/declarations.test.ts',
  'lib/api/declare/fuzz.test.ts',
  'lib/tokens/holders/backfill-holders.test.ts',
  'lib/market/candles/list-token-candles.test.ts',
  'lib/operator/deploy-command.test.ts',
  'lib/settlements/auctioneer/settle-modes.test.ts',
  'lib/auctions/selection/auction-invariants.test.ts',
  'lib/http/pipeline/limits.test.ts',
  'lib/orders/signatures/signature.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLongest = ({ moduleId }: TestSpecification) =>
      longest.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: isDrill
      ? ['drills/*.drill.ts']
      : ['{app,bench,components,e2e,lib,scripts}/**/*.test.{ts,tsx}'],
    exclude: [
      'node_modules/**',
      'dist/**',
      '.next/**',
      '.data/**',
      ...(isLong ? [] : ['**/*.long.test.*']),
    ],
    tags: [
      {
        name: 'long',
        description: 'Runs all its cases in test:long, and some of them in npm test.',
        ...(isLong ? { timeout: 600_000 } : {}),
      },
      {
        name: 'long-only',
        description: 'Runs in test:long only.',
        skip: !isLong,
        ...(isLong ? { timeout: 600_000 } : {}),
      },
    ],
    globalSetup: ['lib/testing/global-setup.ts'],
    pool: 'forks',
    // No module keeps state between tests, and loading the modules again costs more than most tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Databases, chains and other processes run beside the tests, which wait for them most of the time.
    maxWorkers: 5,
    // Nothing is hurried: what is waited for comes on a busy machine too, only later.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
  },
})
