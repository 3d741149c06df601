import { hash, randomBytes } from 'node:crypto';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { ApiKeyId } from '../../domain/kernel/ids.ts';
import { secretFrom } from '../../domain/api-keys/secret.ts';
import { streams } from '../../domain/streams.ts';
import type { MemberRole } from '../../domain/team/fields.ts';
import { roleIn, Team } from '../../domain/team/team.ts';
import { businessUserOf, memberOf } from '../kernel/business-user.ts';
import type { Call } from '../kernel/command.ts';

/** The stream of a key, who asks, and what they may do in the business that they are at. */
export async function ownKey({ world, context }: Call, { keyId }: { readonly keyId: ApiKeyId }) {
  const desk = businessUserOf(context);
  const { actor } = context.caller;
  if (actor.kind === 'user' && actor.apiKeyId !== undefined)
    throw new DomainError('forbidden', 'An API key can’t look after API keys.');
  const member = memberOf(context);
  const role: MemberRole | null =
    member === null ? 'owner' : roleIn(await world.loadState(streams.team(desk.businessId), Team), member);
  if (role === null) throw new DomainError('forbidden', 'You’re no longer on this team.');
  return { ...desk, role, now: world.now(), stream: streams.apiKey(keyId) };
}

/** As it is kept: SHA-256 is enough for 178 random bits. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** A new secret, with what is kept of it. */
export function newSecret() {
  let secret: string | null = null;
  while (secret === null) secret = secretFrom(randomBytes(64));
  return { secret, kept: { hash: hashOfSecret(secret), lastFour: secret.slice(-4) } };
}
