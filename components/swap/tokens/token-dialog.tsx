'use client'

import { Dialog, DialogContent } from '@/components/ui/dialog'
import { TokenList } from './token-list'
import type { TokenPickerProps } from './token-picker'

/** The dialog that selects a token. */
export const TokenDialog = ({ open, onOpenChange, onSelect, ...list }: TokenPickerProps) => (
  <Dialog open={open} onOpenChange={onOpenChange}>
    <DialogContent title={list.label} height="full">
      <TokenList
        {...list}
        onSelect={(token) => {
          onSelect(token)
          onOpenChange(false)
        }}
      />
    </DialogContent>
  </Dialog>
)
