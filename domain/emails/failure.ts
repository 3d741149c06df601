import type { BounceKind } from './fields.ts';

/** Why an email did not arrive, in a few words that can be counted. */
export const emailFailures = [
  'no-mailbox',
  'no-domain',
  'mailbox-full',
  'mailbox-closed',
  'too-large',
  'refused-as-spam',
  'not-reached',
  'refused',
] as const;
export type EmailFailure = (typeof emailFailures)[number];

/** By the enhanced status code (RFC 3463), without its class. */
const byCode: Readonly<Record<string, EmailFailure>> = {
  '1.1': 'no-mailbox',
  '1.3': 'no-mailbox',
  '1.6': 'no-mailbox',
  '1.10': 'no-domain',
  '1.2': 'no-domain',
  '2.1': 'mailbox-closed',
  '2.2': 'mailbox-full',
  '2.3': 'too-large',
  '3.4': 'too-large',
  '4.1': 'not-reached',
  '4.2': 'not-reached',
  '4.4': 'no-domain',
  '4.7': 'not-reached',
  '7.1': 'refused-as-spam',
};

/**
 * What a provider's code, or the answer of an email server, says. `said` may name the person, so nothing of it is passed
 * on. A code of 5.7 is a policy's: nearly always that of a spam filter.
 */
export function emailFailureOf(said: string | null, kind: BounceKind = 'soft'): EmailFailure {
  const [, subject] = /\b[245]\.(\d{1,3}\.\d{1,3})\b/u.exec(said ?? '') ?? [];
  if (subject !== undefined) {
    const known = byCode[subject];
    if (known !== undefined) return known;
    if (subject.startsWith('7.')) return 'refused-as-spam';
  }
  if (/spam|reputation|block(?:ed|list)|blacklist|policy/iu.test(said ?? '')) return 'refused-as-spam';
  if (/full|quota/iu.test(said ?? '')) return 'mailbox-full';
  if (/\b550\b|user unknown|no such (?:user|mailbox)|does not exist/iu.test(said ?? '')) return 'no-mailbox';
  return kind === 'hard' ? 'no-mailbox' : 'refused';
}
