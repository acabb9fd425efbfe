'use client'

import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { AmountField } from '@/components/ui/amount-field'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { ButtonVariant } from '@/components/ui/button-class'
import { Checkbox } from '@/components/ui/checkbox'
import { Chip } from '@/components/ui/chip'
import { IconButton } from '@/components/ui/icon-button'
import { SearchField } from '@/components/ui/search-field'
import { Spinner } from '@/components/ui/spinner'
import { Switch } from '@/components/ui/switch'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { TextField } from '@/components/ui/text-field'
import { Well } from '@/components/ui/well'
import { Specimen } from './specimen'

const variants: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']

const Buttons = () => (
  <div className="grid gap-3">
    {variants.map((variant) => (
      <div key={variant} className="flex flex-wrap items-center gap-3">
        <Button variant={variant} size="large">
          Large {variant}
        </Button>
        <Button variant={variant}>Medium</Button>
        <Button variant={variant} size="small">
          Small
        </Button>
        <Button variant={variant} busy>
          Confirm in wallet
        </Button>
        <Button variant={variant} aria-disabled>
          Enter an amount
        </Button>
      </div>
    ))}
    <div className="flex items-center gap-3">
      <IconButton label="Refresh">
        <RefreshCw aria-hidden="true" className="size-5" />
      </IconButton>
      <Spinner />
    </div>
  </div>
)

const Fields = () => (
  <div className="grid gap-4 tab:grid-cols-2">
    <TextField label="Code" hint="5 to 20 of A–Z, 0–9, - and _" placeholder="YOUR-CODE" />
    <TextField
      label="Code"
      defaultValue="COIN"
      error="Too short: at least 5 characters"
      end={<Badge tone="danger">Taken</Badge>}
    />
    <SearchField label="Search" placeholder="Name or address" text="" onChange={() => {}} />
    <Well>
      <AmountField
        label="Amount in error"
        value="12,3456"
        error="Not a number"
        onChange={() => {}}
      />
    </Well>
    <Well>
      <AmountField label="Long amount" value="1234567.123456" onChange={() => {}} />
      <AmountField label="Empty amount" value="" onChange={() => {}} />
    </Well>
  </div>
)

/** Buttons and inputs. */
export const GalleryControls = () => {
  const [tab, setTab] = useState('open')
  const [isOn, setIsOn] = useState(true)
  return (
    <>
      <Specimen title="Buttons">
        <Buttons />
      </Specimen>
      <Specimen title="Fields">
        <Fields />
      </Specimen>
      <Specimen title="Choices">
        <div className="flex flex-wrap gap-2">
          <Chip pressed={isOn} onClick={() => setIsOn(!isOn)}>
            Filled
          </Chip>
          <Chip pressed={false}>Cancelled</Chip>
          <Chip>WETH</Chip>
        </div>
        <div className="grid max-w-md">
          <Switch
            label="Fills"
            hint="When an order trades"
            checked={isOn}
            onCheckedChange={setIsOn}
          />
          <Switch label="Expired" checked={false} onCheckedChange={() => {}} />
          <Checkbox label="I understand the price" checked={isOn} onCheckedChange={setIsOn} />
          <Checkbox label="Remember my choice" checked={false} onCheckedChange={() => {}} />
        </div>
        <Tabs
          label="Orders"
          value={tab}
          onValueChange={setTab}
          items={[
            { value: 'open', label: 'Open', count: 3 },
            { value: 'history', label: 'History', count: 128 },
            { value: 'signing', label: 'Awaiting signature' },
          ]}
        >
          <TabPanel value="open">Open orders.</TabPanel>
          <TabPanel value="history">Past orders.</TabPanel>
          <TabPanel value="signing">Nothing to sign.</TabPanel>
        </Tabs>
      </Specimen>
    </>
  )
}
