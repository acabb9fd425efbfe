/** Whether `npm run test:long` runs: only the tests tagged `long`, with all their cases, and those tagged `long-only`. */
export const isLong = process.env.TEST_LONG === '1'

/** Returns how many cases a test tagged `long` tries: `some` in `npm test`, `all` in `npm run test:long`. */
export const cases = (some: number, all: number): number => (isLong ? all : some)

/** Returns the cases that a test tagged `long` tries: the first `count` in `npm test`, all in `npm run test:long`. */
export const someOf = <T>(all: readonly T[], count = 1): readonly T[] =>
  isLong ? all : all.slice(0, count)
