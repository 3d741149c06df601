import { statusOf, within } from '../providers/failure.ts';
import type { TwilioAccount } from '../providers/port.ts';
import { TollfreeRefused, TollfreeUnavailable, type TollfreeVerifications } from './tollfree-port.ts';
import type { twilioTollfree } from './twilio-tollfree.ts';

type Asked = ReturnType<typeof twilioTollfree>;

/** Toll-free verifications at Twilio. The SDK is loaded when first needed. */
export function createTollfreeVerifications({
  baseUrl = null,
  timeoutMs = 15_000,
}: { readonly baseUrl?: string | null; readonly timeoutMs?: number } = {}): TollfreeVerifications {
  const ask = async <T>(account: TwilioAccount, work: (asked: Asked) => Promise<T>): Promise<T> => {
    const { twilioTollfree } = await import('./twilio-tollfree.ts');
    try {
      return await within(timeoutMs * 2, work(twilioTollfree({ ...account, baseUrl, timeoutMs })));
    } catch (error) {
      throw refusalOf(error);
    }
  };
  return {
    find: (account, reference) => ask(account, (asked) => asked.find(reference)),
    create: (account, given) => ask(account, (asked) => asked.create(given)),
    update: (account, providerId, given) => ask(account, (asked) => asked.update(providerId, given)),
    fetch: (account, providerId) =>
      ask(account, (asked) =>
        asked.fetch(providerId).catch((error: unknown) => {
          if (statusOf(error) === 404) return null;
          throw error;
        }),
      ),
  };
}

/** What says something of the request is its refusal; everything else says nothing, and is asked again. */
function refusalOf(error: unknown): Error {
  if (error instanceof TollfreeRefused) return error;
  const status = statusOf(error);
  const { code, message } = error as { code?: unknown; message?: string };
  if (status !== null && status >= 400 && status < 500 && ![401, 403, 404, 408, 429].includes(status))
    return new TollfreeRefused(message ?? 'The carrier refused.', typeof code === 'number' ? code : null);
  return new TollfreeUnavailable('The carrier could not be asked just now.');
}
