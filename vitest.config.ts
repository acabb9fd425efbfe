import { defineConfig } from 'vitest/config'

const isLong = process.env.TEST_LONG === '1'

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    include: isLong
      ? ['**/*.long.test.{ts,tsx}']
      : ['{app,bench,components,e2e,lib,scripts}/**/*.test.{ts,tsx}'],
    exclude: [
      'node_modules/**',
      'dist/**',
      '.next/**',
      '.data/**',
      ...(isLong ? [] : ['**/*.long.test.*']),
    ],
    globalSetup: ['lib/testing/global-setup.ts'],
    pool: 'forks',
    // Databases and chains run beside the tests, so more workers than cores only wait for each other.
    maxWorkers: 2,
    testTimeout: isLong ? 600_000 : 30_000,
    hookTimeout: 60_000,
  },
})
