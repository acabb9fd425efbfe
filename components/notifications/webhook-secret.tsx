import type { ComponentProps } from 'react'
import { CodeBlock } from '@/components/docs/code-block'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { DialogContent } from '@/components/ui/dialog'

const verification = `import { Webhook } from 'standardwebhooks'

// body: the text as it came, not parsed
const webhook = new Webhook(secret)
const message = webhook.verify(body, headers)`

type Props = { readonly title: string; readonly secret: string; readonly onClose: () => void }

/** The window of a secret, which stays until its reader says that it was copied. */
export const secretWindow = ({
  title,
  secret,
  onClose,
}: Props): ComponentProps<typeof DialogContent> => ({
  title,
  closing: 'footer',
  footer: (
    <Button size="large" className="w-full" onClick={onClose}>
      I have copied the secret
    </Button>
  ),
  children: <WebhookSecret secret={secret} />,
})

/** A secret, which is told once, and how messages are verified with it. */
const WebhookSecret = ({ secret }: { readonly secret: string }) => (
  <div className="grid grid-cols-1 gap-4">
    <Alert tone="warn" title="Copy the secret now">
      It is not shown again. Lost, it can be replaced in the settings of the channel.
    </Alert>
    <CodeBlock title="Secret" text={secret} use="copied" lines="wrapped" />
    <CodeBlock title="Verify a message (Node)" text={verification} use="copied" />
    <p className="text-small text-ink-2">
      Messages are signed as Standard Webhooks says: libraries are there for most languages.
    </p>
  </div>
)
