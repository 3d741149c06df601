import { type Aggregate, unchanged } from '../kernel/decider.ts';
import {
  type OwnerKind,
  ProviderConfigured,
  type ProviderEvent,
  type ProviderName,
  ProviderRemoved,
  ProviderWebhookKeyChanged,
} from './events.ts';

export interface ProviderAccount {
  readonly secretRef: string;
  readonly masked: Record<string, string>;
  readonly fromEmail: string | null;
  readonly fromName: string | null;
  readonly trial: boolean;
}
/** `webhookKeyRef`: by what its webhooks are known; null: they are not listened to. */
type Known = ProviderAccount & { readonly webhookKeyRef: string | null };
/** The provider accounts of one owner, the newest last. */
export type Providers = Readonly<Partial<Record<ProviderName, Known>>>;

export const Providers: Aggregate<Providers, ProviderEvent> = {
  initial: {},
  evolve: (providers, event) => {
    switch (event.type) {
      case 'ProviderConfigured': {
        const { provider, secretRef, masked, fromEmail, fromName, trial } = event.data;
        const { [provider]: before, ...others } = providers;
        const webhookKeyRef = before?.webhookKeyRef ?? null;
        return { ...others, [provider]: { secretRef, masked, fromEmail, fromName, trial, webhookKeyRef } };
      }
      case 'ProviderRemoved': {
        const { [event.data.provider]: _gone, ...rest } = providers;
        return rest;
      }
      case 'ProviderWebhookKeyChanged': {
        const { provider, keyRef: webhookKeyRef } = event.data;
        const account = providers[provider];
        return account === undefined ? providers : { ...providers, [provider]: { ...account, webhookKeyRef } };
      }
      default:
        return unchanged(providers, event);
    }
  },
};

export interface ProviderOwner {
  readonly ownerKind: OwnerKind;
  readonly ownerId: string | null;
}

/** Only what the provider has said yes to gets here. */
export const keepAccount = (
  owner: ProviderOwner,
  provider: ProviderName,
  account: ProviderAccount,
): readonly ProviderEvent[] => [ProviderConfigured.create({ ...owner, provider, ...account })];

/** Taking away what is not there is no news. */
export const removeAccount = (
  owner: ProviderOwner,
  provider: ProviderName,
  providers: Providers,
): readonly ProviderEvent[] =>
  providers[provider] === undefined ? [] : [ProviderRemoved.create({ ...owner, provider })];

/** Of an account that is not there nothing is heard. */
export const chooseWebhookKey = (
  owner: ProviderOwner,
  provider: ProviderName,
  key: { readonly keyRef: string; readonly masked: string } | null,
  providers: Providers,
): readonly ProviderEvent[] =>
  providers[provider] === undefined || (key === null && providers[provider].webhookKeyRef === null) ?
    []
  : [ProviderWebhookKeyChanged.create({ ...owner, provider, keyRef: null, masked: null, ...key })];

/** Email goes out with what was set up last. */
export function newestEmailAccount(
  providers: Providers,
): { readonly provider: 'sendgrid' | 'mailgun' | 'ses'; readonly account: Known } | null {
  const email = ['sendgrid', 'mailgun', 'ses'] as const;
  const provider = (Object.keys(providers) as ProviderName[])
    .reverse()
    .find((name): name is (typeof email)[number] => (email as readonly string[]).includes(name));
  const account = provider === undefined ? undefined : providers[provider];
  return provider === undefined || account === undefined ? null : { provider, account };
}

/** Fields that may be read in full: they are no secrets, and a person recognises the account by them. */
const open = new Set(['domain', 'region', 'account_id', 'application_id', 'username', 'callback_username']);

/** What may be shown of credentials, by field: `AC12…9f3e` of an identifier, the last four of a long secret, nothing of a short one. */
export function mask(credentials: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([field, value]) => [
      field,
      open.has(field) ? value
      : isIdentifier(field) ? ends(value)
      : tail(value),
    ]),
  );
}

const identifiers = new Set(['account_sid', 'access_key_id']);
const isIdentifier = (field: string): boolean => identifiers.has(field);
const ends = (value: string): string => (value.length < 12 ? '••••' : `${value.slice(0, 4)}…${value.slice(-4)}`);
/** Four characters of at least sixteen tell people accounts apart and tell nobody the secret. */
const tail = (value: string): string => (value.length < 16 ? '••••' : `••••${value.slice(-4)}`);
