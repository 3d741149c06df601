import type { Answers } from '../../commands/pages/submit.ts';
import type { Device, Source } from '../../domain/submissions/events.ts';
import { clientOf } from '../kernel/client-address.ts';
import { commandContext, publicCaller } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import type { ApiParts } from '../kernel/parts.ts';
import { testOf, type VisitedPage } from '../kernel/traffic.ts';
import { readKey, tooOld, tooQuick } from './form-key.ts';

export interface SentForm {
  /** The page as it is found now. */
  readonly page: VisitedPage & Parameters<typeof testOf>[0];
  readonly key: string;
  readonly version: number;
  readonly answers: Answers;
  /** What stands in the field that people do not see. */
  readonly trap: string;
  readonly from: Source;
  readonly referral: string | null;
  /** The page of another site that it was sent from; left out: it was ours. */
  readonly pageAddress?: string | null;
}
export interface Sender {
  readonly ip: string;
  readonly device: Device;
  /** What the browser calls itself. */
  readonly agent: string | undefined;
  readonly correlationId: string;
}

const minute = 60_000;
/**
 * A room full of people shares one address; one person shares a number with nobody. Each entry may cause a text: to one
 * number a few an hour from one business, whoever asks and on whichever of its pages. No business is kept from a person by
 * what others ask them.
 */
const limitsOf = ({ page: { businessId, campaignId }, answers }: SentForm, ip: string) => {
  const digits = (answers.phone ?? '').replace(/\D/g, '').slice(-10);
  const email = (answers.email ?? '').trim().toLowerCase();
  return [
    { key: `page-form:${campaignId}:${clientOf(ip)}`, max: 120, windowMs: 10 * minute },
    ...(digits === '' ? [] : [{ key: `page-phone:${businessId}:${digits}`, max: 6, windowMs: 60 * minute }]),
    ...(email === '' ? [] : [{ key: `page-email:${businessId}:${email}`, max: 10, windowMs: 60 * minute }]),
  ];
};

/** Who is on the business's whitelist is never too many. Asked only of those who would be turned away. */
async function isTrusted({ commands }: Pick<ApiParts, 'commands'>, { page: { businessId }, answers }: SentForm) {
  const { phone = '', email = '' } = answers;
  const { white } = await commands.blocklists.standingAsTyped(businessId, { phone, email });
  return white;
}

const again = (message: string): ApiError =>
  new ApiError('validation_failed', message, { fields: { form: [message] } });

/**
 * A page's form, from the page itself or through the API. Who is refused is told what to do: nobody is turned away by a
 * guess at who is a robot, they press once more.
 */
export async function submitForm(
  parts: Pick<ApiParts, 'commands' | 'identifiers' | 'rateLimits' | 'traffic' | 'now'>,
  sent: SentForm,
  { ip, device, agent, correlationId }: Sender,
): Promise<{ readonly submissionId: string; readonly token: string; readonly repeated: boolean }> {
  const { identifiers, traffic } = parts;
  const { page, version, from } = sent;
  const key = readKey(identifiers, sent.key, parts.now());
  if (key === null || key.age > tooOld || key.age < -5 * minute)
    throw again('This page was open for long. Please send it once more.');
  if (sent.trap.trim() !== '' || key.age < tooQuick) throw again('Please press the button once more.');
  await parts.rateLimits.take(limitsOf(sent, ip)).catch(async (error: unknown) => {
    if (!(await isTrusted(parts, sent))) throw error;
  });
  const { submissionId } = key;
  const context = commandContext(publicCaller('page'), correlationId);
  const { result } = await parts.commands.pages.submit(context, {
    submissionId,
    campaignId: page.campaignId,
    pageVersion: version,
    answers: sent.answers,
    ipAddress: ip.slice(0, 60),
    device,
    from,
    referral: sent.referral,
    pageAddress: sent.pageAddress ?? null,
  });
  if (!result.repeated) {
    const visitor = await traffic.visitorOf(page, { ip, agent });
    if (visitor !== null) traffic.note(visitor, { version, testId: testOf(page, version), from, device }, 'sent');
  }
  return { submissionId, token: identifiers.token('thanks', submissionId), repeated: result.repeated };
}
