import type { z } from 'zod';
import {
  type BandwidthConfig,
  type MailgunConfig,
  providerCalls,
  type ProviderName,
  type ProviderReply,
  type SendgridConfig,
  type SesConfig,
  type TwilioConfig,
} from '../contract/index.ts';
import { ApiError } from '../kernel/errors.ts';
import { type Call, type Route, route } from '../kernel/route.ts';
import { presentProvider } from '../present/providers.ts';
import type { ProviderOwner } from '../../projections/providers/queries.ts';
import type { Session } from '../kernel/sessions.ts';

type Account = z.output<
  typeof TwilioConfig | typeof BandwidthConfig | typeof SendgridConfig | typeof MailgunConfig | typeof SesConfig
>;
type Kept = z.input<typeof ProviderReply>;
const names = {
  twilio: 'Twilio',
  bandwidth: 'Bandwidth',
  sendgrid: 'SendGrid',
  mailgun: 'Mailgun',
  ses: 'Amazon SES',
} as const;

/** Whose settings somebody means who names nobody: their own, by role. */
function ownOf({ role, agencyId, businessId }: Session): ProviderOwner {
  switch (role) {
    case 'Admin':
      return { kind: 'platform', id: null };
    case 'Agency':
      if (agencyId !== null) return { kind: 'agency', id: agencyId };
      break;
    case 'Business':
      if (businessId !== null) return { kind: 'business', id: businessId };
      break;
  }
  throw new ApiError('forbidden', 'You may not do this.');
}

/** Checks with the provider, keeps, and answers what is kept: masked. Every check is a request to the outside, so they are counted. */
async function save(
  call: Pick<Call, 'parts' | 'session' | 'context' | 'settled'>,
  provider: ProviderName,
  owner: ProviderOwner,
  body: Account,
): Promise<Kept> {
  const { parts, session } = call;
  if ('webhook_key' in body && provider !== 'twilio' && provider !== 'bandwidth') {
    const { position } = await parts.commands.providers.setWebhookKey(call.context(), {
      owner,
      provider,
      key: body.webhook_key,
    });
    await call.settled(position, ['providers']);
    const message =
      body.webhook_key === null ?
        `What ${names[provider]} reports is not listened to any more.`
      : `From now on ${names[provider]} reports bounces and complaints.`;
    const kept = (await parts.readModels.providers(owner))[provider];
    return { success: true as const, message, data: presentProvider(kept) };
  }
  let credentials: Record<string, string> | null = null;
  let sender: { fromEmail: string | null; fromName: string | null } = { fromEmail: null, fromName: null };
  if (!('remove' in body)) {
    await parts.rateLimits.take([
      { key: `provider-check:${owner.id ?? 'platform'}:${provider}`, max: 10, windowMs: 10 * 60_000 },
      { key: `provider-check:${session.userId}`, max: 30, windowMs: 10 * 60_000 },
    ]);
    const {
      from_email: fromEmail = null,
      from_name: fromName = null,
      ...rest
    } = body as Record<string, string> & { from_email?: string; from_name?: string };
    credentials = rest;
    sender = { fromEmail, fromName };
  }
  const { position, result } = await parts.commands.providers.configure(call.context(), {
    owner,
    provider,
    credentials,
    ...sender,
  });
  await call.settled(position, ['providers']);
  const view = (await parts.readModels.providers(owner))[provider];
  const sandboxed = parts.config.sandbox !== null ? ' (checked with the sandbox)' : '';
  const message =
    result === null ? `The ${names[provider]} account was removed.`
    : result.trial ?
      `The ${names[provider]} account is a trial account: it was saved, but works here only once you upgrade it at ${names[provider]}.`
    : `The ${names[provider]} account works and was saved${sandboxed}.`;
  return { success: true as const, message, data: result === null ? null : presentProvider(view) };
}

const saveOwn =
  (provider: ProviderName) =>
  (call: Call<unknown, unknown, Account>): Promise<Kept> =>
    save(call, provider, ownOf(call.session), call.body);
const saveOfAgency =
  (provider: ProviderName) =>
  (call: Call<{ id: string }, unknown, Account>): Promise<Kept> =>
    save(call, provider, { kind: 'agency', id: call.params.id }, call.body);

export const providerRoutes: readonly Route[] = [
  route(providerCalls['PUT /twilio-config'], saveOwn('twilio')),
  route(providerCalls['PUT /bandwidth-config'], saveOwn('bandwidth')),
  route(providerCalls['PUT /sendgrid-config'], saveOwn('sendgrid')),
  route(providerCalls['PUT /agencies/twilio-config'], saveOwn('twilio')),
  route(providerCalls['PUT /agencies/sendgrid-config'], saveOwn('sendgrid')),
  route(providerCalls['PUT /agencies/mailgun-config'], saveOwn('mailgun')),
  route(providerCalls['PUT /agencies/ses-config'], saveOwn('ses')),
  route(providerCalls['PUT /agencies/{id}/twilio-config'], saveOfAgency('twilio')),
  route(providerCalls['PUT /agencies/{id}/sendgrid-config'], saveOfAgency('sendgrid')),
];
