// Rejects identifiers that were renamed to the terms of docs/glossary.md, and words that this project does not use.
// Prints each line with one, and exits with 1. Part of `npm run check` and of `npm test`.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Excludes names that are ordinary words or have another meaning: seal, passing, absent, Reach, Moment,
 * Contest, findFault, worthOf, boundAlone, remembered, batched and inTurn.
 */
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
  ...['createToldMemory', 'Caution', 'Contender', 'ShortEpisode', 'SettlingStop', 'AccountSeat'],
  ...['Desk', 'BestTrade', 'JointCurve', 'JointTrade', 'Carried', 'KnownPool', 'StoredPool'],
  ...['KeptFor', 'OrderFacts', 'Ladder', 'Rung', 'shunned', 'shunnedReverts', 'isWary', 'waryMs'],
  ...['besideSolver', 'isSuspect', 'underWay'],
  // most* and least* became max* and min*.
  ...['(?:most|least)[A-Z]\\w*'],
]

const retiredWords = ['anew', 'whereupon', 'strangers?', 'shun(?:ned|s)?', 'manyth']

/** Rejected patterns, and the files that may contain them. */
const rules = [
  {
    what: 'a retired identifier',
    pattern: new RegExp(`\\b(?:${retiredNames.join('|')})\\b`),
    // Stored auction inputs contain former field names.
    except: ['lib/auctions/replay/auction-input.ts'],
  },
  {
    what: 'a retired word',
    pattern: new RegExp(`\\b(?:${retiredWords.join('|')})\\b`, 'i'),
    // Responses of the HTTP API contain one of the words.
    except: [
      'lib/api/content/content-affiliates.ts',
      'lib/api/session/sign-in.ts',
      'lib/sessions/next-auth.ts',
    ],
  },
]

const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  encoding: 'utf8',
})
  .split('\0')
  // This file contains them all; Git lists deleted files too.
  .filter((path) => path !== 'scripts/language.mjs' && existsSync(path))

const found = files.flatMap((path) => {
  const lines = readFileSync(path, 'utf8').split('\n')
  return rules
    .filter(({ except }) => !except.includes(path))
    .flatMap(({ what, pattern }) =>
      lines.flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1}: ${what}: ${line.trim()}`] : [],
      ),
    )
})
if (found.length > 0) {
  console.error(`${found.join('\n')}\nSee docs/glossary.md for the terms.`)
  process.exitCode = 1
}
