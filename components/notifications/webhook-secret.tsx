import { CodeBlock } from '@/components/docs/code-block'
import { Alert } from '@/components/ui/alert'

const verification = `import { Webhook } from 'standardwebhooks'

// body: the text as it came, not parsed
const webhook = new Webhook(secret)
const message = webhook.verify(body, headers)`

/** A secret, which is told once, and how messages are verified with it. */
export const WebhookSecret = ({ secret }: { readonly secret: string }) => (
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
