import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Identifiers renamed to the terms of docs/glossary.md. */
const retiredNames = [
  ...['holdAnew', 'goBeside', 'avoidPassed', 'putOff', 'isPutOff', 'isProved', 'proveTokens'],
  ...['provesTransfer', 'strangersOf', 'strangersIn', 'withoutStrangers', 'readStrangers'],
  ...['learnCaution', 'findBlamed', 'tellEarlyFacts', 'tellEngines', 'tellOfEnd', 'deferOrders'],
  ...['settleNext', 'settleLater', 'concludeSettlement', 'takeBackShortfalls', 'takeBackEpisode'],
  ...['beginEpisode', 'settleEpisode', 'asAuctioneer', 'proveOnce', 'giveUpWinners', 'makeFair'],
  ...['chargeOrders', 'chargeTrade', 'judgeFill', 'judgeSolutions', 'joinWinners'],
  ...['netAt', 'coverNet', 'cutToCover', 'joinLoose', 'raiseLimits', 'paySurplus', 'moveToSaddle'],
  ...['carryOutSale', 'carryOutPurchase', 'solveNarrow', 'thinOut', 'bestTrade', 'tradePools'],
  ...['dropDust', 'createPoolsInTurn', 'sidestepStrangers', 'learnGas', 'sitDown', 'riseUp'],
  ...['takeSeat', 'takePlace', 'takeTry', 'giveUpReceiver', 'guardedPost', 'noteTraders'],
  ...['steadyPrice', 'handOn', 'putNewest', 'memoized', 'tellWrapped', 'useAsked'],
  ...['createToldMemory', 'Contender', 'ShortEpisode', 'SettlingStop', 'AccountSeat', 'BestTrade'],
  ...['JointCurve', 'JointTrade', 'KnownPool', 'StoredPool', 'KeptFor', 'OrderFacts', 'Ladder'],
  ...['Rung', 'shunned', 'shunnedReverts', 'isWary', 'waryMs', 'besideSolver'],
]

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  encoding: 'utf8',
})
  .split('\n')
  // This file lists them.
  .filter((path) => path !== '' && path !== 'scripts/language.test.ts')

function findIn(pattern: RegExp): string[] {
  return files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [],
      ),
  )
}

test('the code uses no retired identifier', () => {
  expect(findIn(new RegExp(`\\b(?:${retiredNames.join('|')}|(?:most|least)[A-Z]\\w*)\\b`))).toEqual(
    [],
  )
})

/** The HTTP API answers with one of the words. */
const wireTexts = [
  'lib/api/content/content-affiliates.ts',
  'lib/api/session/sign-in.ts',
  'lib/sessions/next-auth.ts',
]

test('comments, names and docs use none of the retired words', () => {
  const found = findIn(/\b(?:anew|whereupon|strangers?|shun(?:ned|s)?|manyth)\b/i)
  expect(found.filter((line) => !wireTexts.some((path) => line.startsWith(path)))).toEqual([])
})
