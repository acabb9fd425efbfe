'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { useConnectDialog } from './connect-provider'

type Props = {
  readonly title: string
  /** What connecting gives access to. */
  readonly children: ReactNode
}

/** Replaces content that requires a connected wallet with a prompt to connect. */
export const ConnectFirst = ({ title, children }: Props) => {
  const t = useTranslations('wallet')
  const { openConnect } = useConnectDialog()
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="primary" onClick={openConnect}>
          {t('connect.act')}
        </Button>
      }
    >
      {children}
    </EmptyState>
  )
}
