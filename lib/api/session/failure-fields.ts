import { z } from 'zod'
import { type Failure, plainFailureCodes } from '@/lib/outbox/failure'
import { channels } from '@/lib/outbox/subscription'

const status = z.int().describe('HTTP status')
const reply = z.string().describe('SMTP status, and the enhanced one where given')

/** Why a message was not accepted, or an endpoint was disabled: a code with message parameters (ADR 30). */
export const failureResponse: z.ZodType<Failure> = z
  .discriminatedUnion('code', [
    z.object({ code: z.enum(plainFailureCodes) }),
    z.object({
      code: z.enum(['answered', 'redirected', 'telegramAnswered', 'pushAnswered']),
      status,
    }),
    z.object({
      code: z.literal('telegramRateLimited'),
      seconds: z.int().describe('How long Telegram asks to wait'),
    }),
    z.object({ code: z.enum(['mailServerReplied', 'noMailbox', 'mailRefused']), reply }),
    z.object({
      code: z.literal('channelOff'),
      channel: z.enum(channels).exclude(['webhook']).describe('What is switched off'),
    }),
    z.object({
      code: z.enum(['alwaysFailed', 'endpointDisabled']),
      get why(): z.ZodType<Failure> {
        return failureResponse
      },
    }),
    z.object({ code: z.literal('other'), text: z.string().describe('In English, as stored') }),
  ])
  .meta({ id: 'ChannelFailure' })
