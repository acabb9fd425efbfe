'use client'

import type { ComponentProps } from 'react'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import type { CancelDialog as Dialog } from './cancel-dialog'

const CancelDialog = lazyPart(async () => (await import('./cancel-dialog')).CancelDialog)

/** The cancel dialog, loaded when first opened. */
export const CancelListed = (props: ComponentProps<typeof Dialog>) => (
  <OnceOpen isOpen={props.cancellations.state.step.at !== 'closed'}>
    <CancelDialog {...props} />
  </OnceOpen>
)
