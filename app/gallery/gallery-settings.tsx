'use client'

import { RecipientField } from '@/components/swap/settings/recipient-field'
import {
  DeadlineField,
  SettingsPanel,
  SlippageField,
} from '@/components/swap/settings/settings-panel'
import type { Recipient } from '@/components/swap/settings/use-recipient'
import { viewDeadline } from '@/lib/client/swap/deadline'
import { type AutomaticBps, viewSlippage } from '@/lib/client/swap/slippage'
import { owner } from './sample-network'
import { automaticSlippage, toOwner, usualDeadline } from './sample-swap'
import { Specimen, State, States } from './specimen'

const slippages: readonly (readonly [title: string, text: string, automatic: AutomaticBps])[] = [
  ['automatic', '', 50],
  ['automatic, awaited', '', 'loading'],
  ['default', '', undefined],
  ['custom', '0.5', 50],
  ['custom, low', '0.01', 50],
  ['custom, high', '3', 50],
  ['custom, large', '25', 50],
  ['invalid', 'half', 50],
]

const deadlines = [
  ['usual', ''],
  ['custom', '45'],
  ['invalid', '1'],
] as const

const address = { ...toOwner, address: owner, receiver: owner } as const
const recipients: readonly (readonly [title: string, recipient: Recipient])[] = [
  ['empty', { ...toOwner, text: '', fact: 'unclear', problem: 'missing' }],
  ['no names here', { ...toOwner, text: '', fact: 'unclear', hasNames: false }],
  ['looked up', { ...toOwner, text: 'alice.eth', fact: 'checking' }],
  ['a name', { ...address, text: 'alice.eth', name: 'alice.eth' }],
  ['a contract', { ...address, text: owner, isContract: true }],
  ['the owner', { ...address, text: owner, receiver: undefined }],
  ['a digit is wrong', { ...toOwner, text: owner, fact: 'unclear', problem: 'checksum' }],
  ['a token', { ...toOwner, text: owner, fact: 'unclear', problem: 'token' }],
  [
    'a name of mixed scripts',
    { ...toOwner, text: 'p\u0430y.eth', fact: 'unclear', problem: 'invalid-name' },
  ],
  ['no such name', { ...toOwner, text: 'bob.eth', fact: 'unclear', problem: 'unknown-name' }],
]

/** The settings of a swap, valid and invalid. */
export const GallerySettings = () => (
  <>
    <Specimen title="Settings">
      <States>
        <State title="panel">
          <SettingsPanel
            {...{ slippage: automaticSlippage, deadline: usualDeadline, recipient: toOwner }}
          />
        </State>
        {slippages.map(([title, text, automatic]) => (
          <State key={title} title={`slippage: ${title}`}>
            <SlippageField {...viewSlippage({ text }, automatic)} change={() => {}} />
          </State>
        ))}
        {deadlines.map(([title, text]) => (
          <State key={title} title={`deadline: ${title}`}>
            <DeadlineField {...viewDeadline(text, 'key')} change={() => {}} />
          </State>
        ))}
      </States>
    </Specimen>
    <Specimen title="Recipient">
      <States>
        {recipients.map(([title, recipient]) => (
          <State key={title} title={title}>
            <RecipientField recipient={recipient} fieldRef={null} />
          </State>
        ))}
      </States>
    </Specimen>
  </>
)
