import { z } from 'zod';
import { DomainError } from '../kernel/errors.ts';
import { type Country, parsePhone } from '../sms/phone.ts';
import type { EntryKind } from './fields.ts';

export interface Entry {
  readonly kind: EntryKind;
  readonly value: string;
}

const tidy = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/** A host as it is compared: lower case, in ASCII (`bücher.test` is `xn--bcher-kva.test`); null: it is none. */
function hostOf(text: string): string | null {
  if (!/^[^\s/@:?#\\]+\.[^\s/@:?#\\]+$/u.test(text)) return null;
  const host = URL.parse(`http://${text}/`)?.hostname.replace(/\.$/, '') ?? null;
  return host !== null && /^(?=.{4,253}$)(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{1,62}$/.test(host) ? host : null;
}

const addressOf = (text: string): string | null => {
  const at = text.lastIndexOf('@');
  const host = hostOf(text.slice(at + 1));
  const address = `${text.slice(0, at)}@${host}`;
  return at > 0 && host !== null && z.email().safeParse(address).success ? address : null;
};

/**
 * What somebody wrote down for a list, in the one spelling that it is compared in: a number, an address, or a domain
 * (`example.com` or `@example.com`). Numbers without a country code are read as those of `country`. Throws
 * `validation_failed` for what is none of the three.
 */
export function readEntry(written: string, country: Country): Entry {
  const text = tidy(written);
  const host = hostOf(text.replace(/^@/, ''));
  if (host !== null) return { kind: 'domain', value: host };
  if (text.includes('@')) {
    const address = addressOf(text);
    if (address !== null) return { kind: 'email', value: address };
  } else if (/\d/.test(text) && !/\p{L}/u.test(text))
    return { kind: 'phone', value: parsePhone(text, country, 'value') };
  const message = `“${written.trim().slice(0, 60)}” is no number, email address or domain.`;
  throw new DomainError('validation_failed', message, { value: [message] });
}

/** A person as lists know them. */
export interface Reachable {
  readonly phone: string | null;
  readonly email: string | null;
}
/** Domains above a host that are looked at, its own included. */
const maxDomains = 4;

/** All entries that speak of somebody: their number, their address, its domain and those above that. */
export function entriesOf({ phone, email }: Reachable): readonly Entry[] {
  const address = email === null ? null : addressOf(tidy(email));
  const labels = address === null ? [] : address.slice(address.lastIndexOf('@') + 1).split('.');
  return [
    ...(phone === null ? [] : [{ kind: 'phone' as const, value: phone }]),
    ...(address === null ? [] : [{ kind: 'email' as const, value: address }]),
    ...labels
      .slice(0, -1)
      .map((_, index) => ({ kind: 'domain' as const, value: labels.slice(index).join('.') }))
      .slice(-maxDomains),
  ];
}
