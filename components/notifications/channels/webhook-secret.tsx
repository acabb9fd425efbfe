import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { CodeBlock } from '@/components/docs/code-block'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { DialogContent } from '@/components/ui/dialog'
import type { Translator } from '@/lib/client/i18n/translator'

const verification = `import { Webhook } from 'standardwebhooks'

// body: the raw text, not parsed
const webhook = new Webhook(secret)
const message = webhook.verify(body, headers)`

type Props = { readonly title: string; readonly secret: string; readonly onClose: () => void }

/** A dialog with a secret; stays open until the user confirms that it was copied. */
export const secretWindow = (
  t: Translator<'notifications'>,
  { title, secret, onClose }: Props,
): ComponentProps<typeof DialogContent> => ({
  title,
  closing: 'footer',
  footer: (
    <Button size="large" className="w-full" onClick={onClose}>
      {t('secret.copied')}
    </Button>
  ),
  children: <WebhookSecret secret={secret} />,
})

/** A secret, shown once, with instructions to verify messages. */
const WebhookSecret = ({ secret }: { readonly secret: string }) => {
  const t = useTranslations('notifications')
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone="warn" title={t('secret.copy')}>
        {t('secret.once')}
      </Alert>
      <CodeBlock title={t('secret.secret')} text={secret} use="copied" lines="wrapped" />
      <CodeBlock title={t('secret.verify')} text={verification} use="copied" />
      <p className="text-small text-ink-2">{t('secret.standard')}</p>
    </div>
  )
}
