import { within } from '../providers/failure.ts';
import type { TwilioAccount } from '../providers/port.ts';
import { readEvents } from './events.ts';
import type { Registrations } from './port.ts';
import type * as Twilio from './twilio.ts';
import type { Talk } from './twilio.ts';

export interface RegistrationsOptions {
  /** Where Twilio's API is; null: Twilio's own address. */
  readonly baseUrl?: string | null;
  readonly timeoutMs?: number;
  /** From one call about brands and campaigns to the next of an account. Default: 1,050 ms. */
  readonly paceMs?: number;
}

/** Accounts whose turn is remembered. */
const most = 10_000;

/** Registers brands and campaigns with Twilio. The SDK is loaded when first needed. */
export function createRegistrations({
  baseUrl = null,
  timeoutMs = 15_000,
  paceMs = 1_050,
}: RegistrationsOptions = {}): Registrations {
  /** By account, when the last call of its queue was or will be over. */
  const turns = new Map<string, Promise<unknown>>();

  function paced<T>(account: string, work: () => Promise<T>): Promise<T> {
    const before = turns.get(account) ?? Promise.resolve();
    const mine = before.then(work);
    const rest = mine.then(
      () => pause(paceMs),
      () => pause(paceMs),
    );
    if (turns.size >= most) turns.clear();
    turns.set(account, rest);
    return mine;
  }

  const ask = async <T>(
    account: TwilioAccount,
    work: (talk: Talk, twilio: typeof Twilio) => Promise<T>,
  ): Promise<T> => {
    const [twilio, { createTwilioClient }] = await Promise.all([
      import('./twilio.ts'),
      import('../sms/twilio/client.ts'),
    ]);
    const client = createTwilioClient({ ...account, baseUrl, timeoutMs });
    const talk: Talk = { client, paced: (wanted) => paced(account.accountSid, wanted) };
    try {
      return await within(timeoutMs * 4, work(talk, twilio));
    } catch (error) {
      throw twilio.refusalOf(error);
    }
  };

  return {
    read: readEvents,
    brandStep: (account, step, work) => ask(account, (talk, { brandStepsAt }) => brandStepsAt[step](talk, work)),
    resendCode: (account, brand) => ask(account, (talk, { resendCode }) => resendCode(talk, brand)),
    campaignStep: (account, step, work) =>
      ask(account, (talk, { campaignStepsAt }) => campaignStepsAt[step](talk, work)),
    brand: (account, reference) => ask(account, (talk, { questions }) => questions.brand(talk, reference)),
    campaign: (account, service, reference) =>
      ask(account, async (talk, { questions }) => {
        try {
          return await questions.campaign(talk, service, reference);
        } catch (error) {
          if ((error as { status?: unknown }).status === 404) return null;
          throw error;
        }
      }),
    join: (account, service, number) => ask(account, (talk, { questions }) => questions.join(talk, service, number)),
    useCases: (account, service, brand) =>
      ask(account, (talk, { questions }) => questions.useCases(talk, service, brand)),
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
