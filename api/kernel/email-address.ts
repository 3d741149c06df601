import { domainToASCII } from 'node:url';
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js';
import { z } from 'zod';
import type { EmailDomains } from '../../adapters/email-domains/port.ts';

export interface EmailJudgement {
  readonly valid: boolean;
  readonly reason: 'syntax' | 'domain' | 'disposable' | null;
  readonly message: string | null;
}

const words = {
  syntax: 'This is not an email address.',
  disposable: 'Addresses of throw-away mailboxes can not be used. Use a lasting one.',
  domain: 'The domain of this email address takes no email. Check the spelling.',
} as const;

let throwAway: ReadonlySet<string> | null = null;

/** The domain or one that it lies below. */
function isDisposable(domain: string): boolean {
  throwAway ??= disposableEmailBlocklistSet();
  const labels = domain.split('.');
  for (let from = 0; from < labels.length - 1; from += 1) if (throwAway.has(labels.slice(from).join('.'))) return true;
  return false;
}

/**
 * Whether email to an address can arrive, as far as anybody can tell without sending one. A DNS that does not answer
 * speaks against nobody.
 */
export async function judgeEmail(given: string, emailDomains: EmailDomains | undefined): Promise<EmailJudgement> {
  const no = (reason: keyof typeof words): EmailJudgement => ({ valid: false, reason, message: words[reason] });
  const email = given.trim();
  const at = email.lastIndexOf('@');
  // International domains are written in their ASCII form (RFC 5890); a mailbox name has at most 64 characters (RFC 5321, 4.5.3.1).
  const domain = domainToASCII(email.slice(at + 1)).toLowerCase();
  if (
    at < 1 ||
    at > 64 ||
    domain === '' ||
    email.length > 254 ||
    !z.email().safeParse(`${email.slice(0, at)}@${domain}`).success
  )
    return no('syntax');
  if (isDisposable(domain)) return no('disposable');
  return (await emailDomains?.takesEmail(domain)) === false ?
      no('domain')
    : { valid: true, reason: null, message: null };
}

/** Enough to recognise one's own: `b•••@demo.test`. */
export const masked = (email: string): string => `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`;
