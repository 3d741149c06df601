import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { neverByKey, type scopeFor } from '../contract/scopes.ts';
import { isAllowed, type PresentedKey } from './api-keys.ts';
import { ApiError } from './errors.ts';
import type { KeyPolicy, Quota } from './key-limits.ts';
import type { ApiParts } from './parts.ts';

const minuteMs = 60_000;
const perMinute = 600;
const sendsPerMinute = 120;

/** In place of a scope: any key may come in, and what it may do is judged of each call that follows. */
export const anyScope = { any: true } as const;

/** What a call with an API key passes before its body is read: the key itself, its addresses, its limits, its scope. */
export function presentedKey(scope: ReturnType<typeof scopeFor> | typeof anyScope, parts: ApiParts) {
  const { perMinute: calls = perMinute, sendsPerMinute: sends = sendsPerMinute } = parts.config.apiKeyLimit ?? {};
  const isSending = typeof scope === 'string' && scope.endsWith(':send');
  const policies: readonly KeyPolicy[] = [
    { name: 'default', max: calls, windowMs: minuteMs },
    ...(isSending ? [{ name: 'send', max: sends, windowMs: minuteMs } as const] : []),
  ];
  const policyHeader = policies.map(({ name, max, windowMs }) => `"${name}";q=${max};w=${windowMs / 1000}`).join(', ');
  const word = ({ policy, remaining, resetsInSeconds }: Quota): string =>
    `"${policy.name}";r=${remaining};t=${resetsInSeconds}`;

  const quotas = (keyId: string): readonly Quota[] | Promise<readonly Quota[]> => {
    const [first, second] = policies;
    const taken = parts.keyLimits.peek(keyId, first!);
    if (taken !== undefined && second === undefined) return [taken];
    return (async () => {
      const all = [taken ?? (await parts.keyLimits.take(keyId, first!))];
      if (second !== undefined)
        all.push(parts.keyLimits.peek(keyId, second) ?? (await parts.keyLimits.take(keyId, second)));
      return all;
    })();
  };

  const checkScope = ({ scopes }: PresentedKey): void => {
    if (scope === anyScope) return;
    if (scope === null) throw new ApiError('not_for_api_keys', 'This call can’t be made with an API key.');
    if (typeof scope !== 'string' && 'never' in scope)
      throw new ApiError('not_for_api_keys', `This call can’t be made with an API key. ${neverByKey[scope.never]}`);
    if (typeof scope === 'string' && !scopes.has(scope))
      throw new ApiError('scope_missing', `This API key lacks the scope ${scope}.`, { details: { scope } });
  };

  const admit = (key: PresentedKey, request: FastifyRequest, reply: FastifyReply, left: readonly Quota[]): void => {
    reply.header('ratelimit', left.map(word).join(', '));
    checkScope(key);
    parts.keyUses.note(key.session.apiKey.id, key.session.businessId!);
    request.session = key.session;
  };

  const judge = (
    key: PresentedKey,
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction,
  ): void | Promise<void> => {
    if (key.allowed !== null && !isAllowed(key.allowed, request.ip))
      throw new ApiError('address_not_allowed', 'This API key can’t be used from this address.');
    reply.header('ratelimit-policy', policyHeader);
    const left = quotas(key.session.apiKey.id);
    if (left instanceof Promise)
      return left.then((known) => {
        admit(key, request, reply, known);
        done();
      });
    admit(key, request, reply, left);
    done();
  };

  /** No promise when all is known already. */
  return (secret: string, request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const fail = (error: unknown): void => {
      if (error instanceof ApiError && error.code !== 'rate_limited' && !error.code.startsWith('scope'))
        reply.header('www-authenticate', 'Bearer error="invalid_token"');
      done(error as Error);
    };
    try {
      const known = parts.apiKeys.peek(secret);
      if (known === undefined)
        parts.apiKeys
          .find(secret)
          .then((key) => judge(key, request, reply, done))
          .catch(fail);
      else judge(known, request, reply, done)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
