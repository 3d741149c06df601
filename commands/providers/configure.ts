import { z } from 'zod';
import { Agency } from '../../domain/agencies/agency.ts';
import { Business } from '../../domain/businesses/business.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import { AgencyId, BusinessId } from '../../domain/kernel/ids.ts';
import { platformTenant, type Tenant } from '../../domain/kernel/event.ts';
import { ProviderConfigured, ProviderName } from '../../domain/providers/events.ts';
import {
  chooseWebhookKey,
  keepAccount,
  mask,
  type ProviderOwner,
  Providers,
  removeAccount,
} from '../../domain/providers/providers.ts';
import { streams } from '../../domain/streams.ts';
import { type CommandContext, type CommandOutcome, operators, peopleAndSystem, platform } from '../kernel/caller.ts';
import { command } from '../kernel/command.ts';
import { allow, allowTenant, startUnitOfWork, parse, stateOf, type CommandServices } from '../kernel/unit-of-work.ts';

const secret = (what: string) =>
  z
    .string({ error: `${what} is missing.` })
    .trim()
    .min(1, `${what} is missing.`)
    .max(500)
    .regex(/^[\x21-\x7e]+$/, `${what} holds characters that no such key has. Copy it again.`);
/** What each provider's account consists of, in the API's names. It goes into the vault as one JSON document. */
export const Credentials = {
  twilio: z.object({
    account_sid: secret('The account SID').regex(
      /^AC[0-9a-f]{32}$/i,
      'The account SID is AC and 32 hexadecimal digits.',
    ),
    auth_token: secret('The auth token'),
  }),
  bandwidth: z.object({
    account_id: secret('The account ID').regex(/^\d{5,10}$/, 'The account ID has 5 to 10 digits.'),
    application_id: secret('The application ID').toLowerCase().pipe(z.guid('This is not the ID of an application.')),
    username: secret('The API username'),
    password: secret('The API password'),
    callback_username: secret('The callback username').regex(/^[^:]*$/, 'A username holds no colon.'),
    callback_password: secret('The callback password').min(8, 'Choose a callback password of at least 8 characters.'),
  }),
  sendgrid: z.object({ api_key: secret('The API key').startsWith('SG.', 'An API key of SendGrid begins with SG.') }),
  mailgun: z.object({
    api_key: secret('The API key'),
    region: z.enum(['us', 'eu']),
    domain: z
      .string({ error: 'The sending domain is missing.' })
      .trim()
      .toLowerCase()
      .max(253)
      .regex(/^(?=.{4,})[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'This is not a domain, such as mg.example.com.'),
  }),
  ses: z.object({
    access_key_id: secret('The access key id'),
    secret_access_key: secret('The secret access key'),
    region: z
      .string()
      .trim()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'Choose a region, such as us-east-1.'),
  }),
} as const;
const sender = {
  fromEmail: z.email('Enter a valid email address.').max(254).nullable(),
  fromName: z
    .string()
    .trim()
    .max(100)
    .regex(/^[^\p{Cc}]*$/u, 'The name holds characters that cannot be sent.')
    .nullable(),
};
const Owner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('platform'), id: z.null() }),
  z.object({ kind: z.literal('agency'), id: AgencyId }),
  z.object({ kind: z.literal('business'), id: BusinessId }),
]);

/**
 * Asks the provider whether the credentials work; keeps them in the vault only then. Throws `provider_refused` or `provider_unavailable`.
 *
 * Verify, keep, announce, forget the old: in this order, so that a refusal or a crash at any point leaves an account
 * that works. The secret's name comes from the command's id, so a command that was cut off finds its own again.
 */
export const configureProvider = command({
  input: z.object({
    owner: Owner,
    provider: ProviderName,
    /** As the provider's own schema has them. Null: take the account away. */
    credentials: z.record(z.string(), z.string()).nullable(),
    ...sender,
  }),
  by: peopleAndSystem,
  async run(
    { world, context },
    { owner, provider, fromEmail, fromName, credentials: typed },
  ): Promise<CommandOutcome<{ trial: boolean } | null>> {
    const { stream, tenant, who } = await ownerOf(world, context, owner);
    const credentials =
      typed === null ? null : (parse(Credentials[provider], typed) as Readonly<Record<string, string>>);
    if ((provider === 'ses' || provider === 'mailgun') && owner.kind !== 'agency')
      throw new DomainError('not_found', 'There are no such settings here.');

    const work = startUnitOfWork(world, context, { tenant });
    const seen = await world.events.read(stream);
    const done = seen.some((event) => event.metadata.commandId === context.commandId);
    if (credentials === null) {
      const { before, events } = await work.change({
        stream,
        aggregate: Providers,
        seen,
        decide: (current) => removeAccount(who, provider, current),
      });
      if (events.length > 0) {
        await forget(world, before[provider]?.secretRef);
        await forget(world, before[provider]?.webhookKeyRef ?? undefined);
      }
      return work.outcome(null);
    }
    if (provider !== 'twilio' && provider !== 'bandwidth' && fromEmail === null)
      throw new DomainError('validation_failed', 'Enter the sender’s email address.', {
        fromEmail: ['Enter the sender’s email address.'],
      });
    const secretRef = `provider/${who.ownerId ?? 'platform'}/${provider}/${context.commandId}`;
    let trial = false;
    if (!done) {
      if (world.verifier === undefined)
        throw new DomainError('provider_unavailable', 'Providers can’t be asked from here.');
      const answer = await world.verifier.verify(provider, credentials);
      if (answer.kind === 'refused')
        throw new DomainError('provider_refused', answer.detail, { [secretFieldOf(provider)]: [answer.detail] });
      if (answer.kind === 'unavailable') throw new DomainError('provider_unavailable', answer.detail);
      trial = answer.trial;
      await world.vault.put(secretRef, JSON.stringify(credentials));
    }
    const account = {
      secretRef,
      masked: mask(credentials),
      fromEmail,
      fromName: fromName === '' ? null : fromName,
      trial,
    };
    const { before, events } = await work.change({
      stream,
      aggregate: Providers,
      seen,
      decide: () => keepAccount(who, provider, account),
    });
    await forget(world, before[provider]?.secretRef);
    const kept = events[0]?.type === ProviderConfigured.type ? events[0].data : account;
    return work.outcome({ trial: kept.trial });
  },
});

const emailProviders = ['sendgrid', 'mailgun', 'ses'] as const;
/** By what each provider's webhooks are known, as its own settings show it. */
const webhookKeys = {
  sendgrid: z
    .string()
    .trim()
    .regex(/^MFkw[\w+/]{100,200}={0,2}$/, 'This is not the public key of SendGrid’s signed event webhook.'),
  mailgun: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{16,200}$/, 'This is not Mailgun’s HTTP webhook signing key.'),
  ses: z
    .string()
    .trim()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/, 'This is not the ARN of an SNS topic.'),
} as const;

/**
 * By what the webhooks of an email account are known: what is signed with anything else is refused. The key goes into the
 * vault and does not come back; null: nothing is listened to any more.
 */
export const setWebhookKey = command({
  input: z.object({ owner: Owner, provider: z.enum(emailProviders), key: z.string().nullable() }),
  by: peopleAndSystem,
  async run({ world, context }, { owner, provider, key: typed }): Promise<CommandOutcome<undefined>> {
    const { stream, tenant, who } = await ownerOf(world, context, owner);
    const seen = await world.events.read(stream);
    const { [provider]: account } = stateOf(Providers, seen);
    if (account === undefined) throw new DomainError('not_found', 'Connect the account first.');
    let key: { keyRef: string; masked: string } | null = null;
    if (typed !== null) {
      const read = webhookKeys[provider].safeParse(typed);
      if (!read.success) {
        const message = read.error.issues[0]!.message;
        throw new DomainError('validation_failed', message, { webhook_key: [message] });
      }
      const keyRef = `provider-webhook/${who.ownerId ?? 'platform'}/${provider}/${context.commandId}`;
      await world.vault.put(keyRef, read.data);
      // A topic's name is no secret.
      key = { keyRef, masked: provider === 'ses' ? read.data : mask({ key: read.data })['key']! };
    }
    const work = startUnitOfWork(world, context, { tenant });
    const { before } = await work.change({
      stream,
      aggregate: Providers,
      seen,
      decide: (current) => chooseWebhookKey(who, provider, key, current),
    });
    await forget(world, before[provider]?.webhookKeyRef ?? undefined);
    return work.outcome(undefined);
  },
});

async function forget(world: CommandServices, secretRef: string | undefined): Promise<void> {
  if (secretRef !== undefined) await world.vault.delete(secretRef);
}

/** The field a refusal is shown at. */
const secretFieldOf = (provider: ProviderName): string =>
  provider === 'twilio' ? 'auth_token'
  : provider === 'bandwidth' ? 'password'
  : provider === 'ses' ? 'secret_access_key'
  : 'api_key';

async function ownerOf(
  world: CommandServices,
  { caller }: CommandContext,
  owner: z.output<typeof Owner>,
): Promise<{ stream: string; tenant: Tenant; who: ProviderOwner }> {
  switch (owner.kind) {
    case 'platform':
      allow(caller, ...platform);
      return {
        stream: streams.providers('platform'),
        tenant: platformTenant,
        who: { ownerKind: 'platform', ownerId: null },
      };
    case 'agency': {
      allow(caller, ...operators);
      const tenant = { agencyId: owner.id, businessId: null };
      allowTenant(caller, tenant, 'This agency');
      if (stateOf(Agency, await world.events.read(streams.agency(owner.id))).status === 'none')
        throw new DomainError('not_found', 'This agency does not exist.');
      return { stream: streams.providers(owner.id), tenant, who: { ownerKind: 'agency', ownerId: owner.id } };
    }
    case 'business': {
      const business = stateOf(Business, await world.events.read(streams.business(owner.id)));
      if (business.status === 'none') throw new DomainError('not_found', 'This business does not exist.');
      const tenant = { agencyId: business.agencyId, businessId: owner.id };
      allowTenant(caller, tenant, 'This business');
      return { stream: streams.providers(owner.id), tenant, who: { ownerKind: 'business', ownerId: owner.id } };
    }
  }
}
