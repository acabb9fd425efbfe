'use client'

import { Settings } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { Combobox } from '@/components/ui/combobox'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { IconButton } from '@/components/ui/icon-button'
import { Monogram } from '@/components/ui/monogram'
import { Popover } from '@/components/ui/popover'
import { TextField } from '@/components/ui/text-field'
import { toastError, toastInfo, toastSuccess } from '@/components/ui/toast'
import { Tooltip } from '@/components/ui/tooltip'
import { Specimen } from './specimen'

const common = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC', 'COW', 'GNO', 'UNI', 'LINK', 'stETH', 'CRV']
const others = Array.from({ length: 2_000 }, (_, index) => `T${index}`)

const Selector = () => {
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState('WETH')
  const words = query.trim().toLowerCase()
  const find = (names: readonly string[]) =>
    names.filter((name) => name.toLowerCase().includes(words))
  const choose = (name: string) => {
    setChosen(name)
    setIsOpen(false)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Select a token: {chosen}</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent title="Select a token" height="full">
          <Combobox
            label="Search by name, symbol or address"
            placeholder="Name, symbol or address"
            query={query}
            onQueryChange={setQuery}
            sections={[
              { key: 'common', title: 'Common', options: find(common) },
              { key: 'others', title: 'All others', options: find(others) },
            ].filter(({ options }) => options.length > 0)}
            keyOf={(name) => name}
            selectedKey={chosen}
            onSelect={choose}
            empty={<p className="py-8 text-center text-ink-2">No token of that name.</p>}
            renderOption={(name) => (
              <span className="flex items-center gap-3">
                <Monogram text={name} />
                <span className="grid flex-1">
                  <span className="font-medium">{name}</span>
                  <span className="text-label text-ink-2">A token called {name}</span>
                </span>
                <span className="numeric text-small text-ink-2">12.5</span>
              </span>
            )}
            renderAction={(name) => (
              <IconButton label={`Settings of ${name}`}>
                <Settings aria-hidden="true" className="size-4" />
              </IconButton>
            )}
          >
            <div className="flex flex-wrap gap-2">
              {common.slice(0, 4).map((name) => (
                <Chip key={name} onClick={() => choose(name)}>
                  {name}
                </Chip>
              ))}
            </div>
          </Combobox>
        </DialogContent>
      </Dialog>
    </>
  )
}

const Review = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Review order</Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent
          title="Review order"
          description="Two steps: approve, then sign. Signing costs nothing."
          footer={
            <Button variant="primary" size="large" className="w-full">
              Sign order
            </Button>
          }
        >
          <DetailList>
            <Detail name="You pay">1.5 WETH</Detail>
            <Detail name="You receive at least">4,788.0 USDC</Detail>
            <Detail name="Network cost">$1.20</Detail>
          </DetailList>
        </DialogContent>
      </Dialog>
    </>
  )
}

const SettingsPanel = () => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label="Settings"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <IconButton label="Settings">
          <Settings aria-hidden="true" className="size-5" />
        </IconButton>
      }
    >
      <TextField label="Slippage" hint="Automatic: 0.50%" inputMode="decimal" end="%" />
    </Popover>
  )
}

/** Overlays: dialogs, sheets, tooltips, toasts. */
export const GalleryOverlays = () => (
  <Specimen title="Overlays">
    <div className="flex flex-wrap items-center gap-3">
      <Selector />
      <Review />
      <SettingsPanel />
      <Tooltip text="What the network asks for settling your order.">
        <Button variant="quiet">Network cost</Button>
      </Tooltip>
      <Button
        onClick={() =>
          toastSuccess({
            title: 'Order filled',
            description: 'You received 4,826.40 USDC.',
            action: { label: 'View', onClick: () => {} },
          })
        }
      >
        Success
      </Button>
      <Button onClick={() => toastError({ title: 'Price service not answering' })}>Error</Button>
      <Button onClick={() => toastInfo({ title: 'You declined the request' })}>News</Button>
    </div>
  </Specimen>
)
