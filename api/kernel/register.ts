import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { z } from 'zod';
import { EditConflictError } from '../../domain/kernel/edit.ts';
import type { Need } from '../../domain/limits/fields.ts';
import { missingFor, PaymentRequired } from '../../domain/limits/needs.ts';
import { type MemberRight, may } from '../../domain/team/fields.ts';
import { refusalOf } from '../../domain/team/team.ts';
import { looksLikeSecret } from '../../domain/api-keys/secret.ts';
import type { Who } from '../contract/calls.ts';
import { type Deprecation, deprecations } from '../contract/deprecations.ts';
import { needOf } from '../contract/needs.ts';
import { rightFor } from '../contract/rights.ts';
import { scopeFor } from '../contract/scopes.ts';
import { callerOf, commandContext, correlationIdOf, publicCaller } from './context.ts';
import { deprecationHeaders } from './deprecation.ts';
import { namedConflict } from './edit-conflicts.ts';
import { ApiError, ClientGone, describeFailure, fieldErrors, validationFailed } from './errors.ts';
import { commandIdOf } from './idempotency.ts';
import { unknownFields } from './known-fields.ts';
import type { Membership } from './memberships.ts';
import type { ApiParts } from './parts.ts';
import { presentedKey } from './present-key.ts';
import type { Call, Route } from './route.ts';
import type { Session } from './sessions.ts';
import { openInSetup, openToInactive } from './standing.ts';
import { findUnstorableText } from './text.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the handler of every call that needs a sign-in. */
    session: Session | null;
  }
}

const defaultBodyLimit = 256 * 1024;
const askWhom = 'nothing can be changed. Ask your account manager to';
const inactive = {
  archived: `This account is archived: ${askWhom} restore it.`,
  inactive: `This account is inactive: ${askWhom} activate it.`,
} as const;
/** What a form with one file has besides the file. */
const formOverhead = 64 * 1024;
/** A key as text or, as draft-ietf-httpapi-idempotency-key-header has it, as a string in quotes: both are the same key. */
const bareKey = (key: string | readonly string[] | undefined) =>
  typeof key === 'string' ? key.replace(/^"(.+)"$/, '$1') : key;
const keyPattern = /^[\x21-\x7e]{1,200}$/;

export const fastifyPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** The token of `Authorization: Bearer …`, null when there is none. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.length > 300 || header.slice(0, 7).toLowerCase() !== 'bearer ') return null;
  return header.slice(7).trim() || null;
}

/**
 * Before the body is read: 401 without a live session, 403 in the wrong role or without the right that a member of a
 * business needs. No promise when all is known already.
 */
function authenticate(call: string, who: Who, parts: ApiParts) {
  const right: MemberRight | null = rightFor(call);
  const isOpenInSetup = openInSetup.has(call);
  const byKey = presentedKey(scopeFor(call), parts);
  const admit = (
    role: Membership,
    session: Session,
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction,
  ): void => {
    if (role === 'removed') {
      reply.header('www-authenticate', 'Bearer');
      done(new ApiError('unauthenticated', refusalOf(null)));
    } else if (right === null || !may(role, right)) done(new ApiError('forbidden', refusalOf(role)));
    else {
      request.session = session;
      done();
    }
  };
  const judge = (
    session: Session | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction,
  ): void => {
    if (!session) {
      reply.header('www-authenticate', 'Bearer');
      done(new ApiError('unauthenticated', 'Please sign in.'));
    } else if (who !== 'any' && !who.includes(session.role)) done(new ApiError('forbidden', 'You may not do this.'));
    else if (session.role !== 'Business') {
      request.session = session;
      done();
    } else {
      const known = parts.memberships.peek(session);
      if (known !== undefined) admit(known, session, request, reply, done);
      else
        parts.memberships
          .find(session)
          .then((role) => admit(role, session, request, reply, done), done as (error: Error) => void);
    }
  };
  const find = async (token: string): Promise<Session | null> => {
    const session = await parts.sessions.find(token);
    if (session !== null) return session;
    const inSetup = await parts.sessions.find(token, { inSetup: true });
    if (inSetup !== null && !isOpenInSetup)
      throw new ApiError('second_factor_required', 'Set up two-step sign-in first.');
    return inSetup;
  };
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const token = bearerToken(request.headers.authorization);
    if (token === null) return judge(null, request, reply, done);
    if (looksLikeSecret(token)) return byKey(token, request, reply, done);
    const known = parts.sessions.peek(token);
    if (known !== undefined) return judge(known, request, reply, done);
    find(token).then((session) => judge(session, request, reply, done), done as (error: Error) => void);
  };
}

/** Throws `payment_required` where a tenant has not paid for what a call needs. Operators always may. */
async function checkPaid({ commands }: ApiParts, { agencyId, businessId }: Session, need: Need): Promise<void> {
  if (need === 'nothing' || (agencyId === null && businessId === null)) return;
  const standing = await commands.limits.standing({ agencyId, businessId });
  const missing = standing === null ? null : missingFor(need, standing);
  if (missing !== null) throw new PaymentRequired(missing);
}

/** Parses one part of a request, or throws 422 with every field that is wrong. */
function check(schema: z.ZodType, value: unknown, prefix: string): unknown {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw validationFailed(fieldErrors(parsed.error));
  const unstorable = findUnstorableText(parsed.data, '');
  if (unstorable !== null)
    throw validationFailed({
      [unstorable === '' ? prefix : unstorable]: ['This text holds characters that cannot be stored.'],
    });
  return parsed.data;
}

/** A parameter without a value is not there: `?search=&page=2` asks for page 2. */
const given = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(query as Record<string, unknown>).filter(([, value]) => value !== ''));

class ActiveCall implements Call {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly parts: ApiParts;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  commandId: string | undefined;
  #controller: AbortController | null = null;

  constructor(
    parts: ApiParts,
    request: FastifyRequest,
    reply: FastifyReply,
    params: unknown,
    query: unknown,
    body: unknown,
  ) {
    this.parts = parts;
    this.request = request;
    this.reply = reply;
    this.params = params;
    this.query = query;
    this.body = body;
  }

  get session(): Session {
    if (this.request.session === null) throw new ApiError('unauthenticated', 'Please sign in.');
    return this.request.session;
  }

  get businessId(): string {
    const { businessId } = this.session;
    if (businessId === null) throw new ApiError('forbidden', 'You may not do this.');
    return businessId;
  }

  get ip(): string {
    return this.request.ip;
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      const controller = new AbortController();
      const { raw } = this.reply;
      if (raw.destroyed) controller.abort(new ClientGone());
      else
        raw.once('close', () => {
          if (!raw.writableFinished) controller.abort(new ClientGone());
        });
      this.#controller = controller;
    }
    return this.#controller.signal;
  }

  context() {
    const caller = this.request.session === null ? publicCaller('api') : callerOf(this.request.session);
    return commandContext(caller, correlationIdOf(this.request), this.commandId);
  }

  async settled(position: bigint | null, readModels: readonly string[]): Promise<void> {
    if (position === null) return;
    await this.parts.waitFor(position, {
      timeoutMs: this.parts.config.readModelWaitMs ?? 2_000,
      projectors: readModels,
    });
  }
}

/** Puts the calls on a Fastify instance that is mounted at /api/v1. */
export function registerRoutes(
  app: FastifyInstance,
  routes: readonly Route[],
  parts: ApiParts,
  going: Readonly<Partial<Record<string, Deprecation>>> = deprecations,
): void {
  for (const { contract, handle } of routes) {
    const { method, path, params: paramsSchema, query: querySchema, body: bodySchema, reply: replySchema } = contract;
    const callName = `${method} ${path}`;
    const mutating = method !== 'GET';
    const need = needOf(callName);
    const goes = going[callName];
    const admit = contract.who === 'public' ? null : authenticate(callName, contract.who, parts);
    const bound = mutating && !openToInactive.has(callName);
    // Visitors are never refused for what a page sends along with their words.
    const unknownOf = bodySchema === undefined || contract.who === 'public' ? null : unknownFields(bodySchema);

    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      if (bound && request.session !== null) {
        const standing = parts.standing.peek(request.session) ?? (await parts.standing.find(request.session));
        if (standing !== 'active') throw new ApiError('account_inactive', inactive[standing]);
      }
      if (typeof need === 'string' && request.session !== null) await checkPaid(parts, request.session, need);
      const params = paramsSchema === undefined ? undefined : check(paramsSchema, request.params, 'params');
      const query = querySchema === undefined ? undefined : check(querySchema, given(request.query), 'query');
      const body =
        bodySchema === undefined || contract.file ? undefined : check(bodySchema, request.body ?? {}, 'body');
      const unknown = unknownOf === null || contract.file ? [] : unknownOf(request.body);
      if (unknown.length > 0)
        throw validationFailed(
          Object.fromEntries(
            unknown.slice(0, 20).map((name) => [name.slice(0, 100), ['This field can’t be set here.']]),
          ),
        );
      if (typeof need === 'function' && request.session !== null) await checkPaid(parts, request.session, need(body));
      const call = new ActiveCall(parts, request, reply, params, query, body);

      const answer = async (): Promise<unknown> => {
        const answered = await handle(call).catch(async (error: unknown) => {
          throw error instanceof EditConflictError ? await namedConflict(parts.readModels, error) : error;
        });
        return parts.config.checkReplies ? checkReply(replySchema, answered, callName) : answered;
      };

      const key = mutating ? bareKey(request.headers['idempotency-key']) : undefined;
      if (key === undefined || request.session === null || contract.file) return answer();
      if (typeof key !== 'string' || !keyPattern.test(key))
        throw validationFailed({
          'Idempotency-Key': ['The Idempotency-Key must be 1 to 200 printable ASCII characters.'],
        });
      const actor = request.session.apiKey?.id ?? request.session.userId;
      if (contract.secret) {
        call.commandId = commandIdOf(actor, `${method} ${request.routeOptions.url ?? path}`, key);
        return answer();
      }
      const kept = await parts.idempotency.run(
        { actor, key, call: `${method} ${request.routeOptions.url ?? path}`, request: { params, query, body } },
        async (commandId) => {
          call.commandId = commandId;
          try {
            return { status: 200, body: JSON.stringify(await answer()) };
          } catch (error) {
            const failure = describeFailure(error, request.id);
            if (failure.status >= 500 || failure.status === 429 || failure.status === 409) throw error;
            return { status: failure.status, body: JSON.stringify(failure.body) };
          }
        },
      );
      if (kept.repeated) reply.header('idempotency-replayed', 'true');
      return reply.code(kept.status).type('application/json; charset=utf-8').send(kept.body);
    };

    app.route({
      method,
      url: fastifyPath(path),
      handler,
      bodyLimit:
        contract.file === undefined ?
          (contract.atMost?.bytes ?? defaultBodyLimit)
        : contract.file.maxBytes + formOverhead,
      ...(contract.atMost && { config: { tooLarge: contract.atMost.tooLarge } }),
      onRequest: [
        ...(goes === undefined ? [] : [announce(deprecationHeaders(goes))]),
        ...(admit === null ? [] : [admit]),
      ],
    });
  }
}

/** Also an answer that refuses says that the call goes. */
const announce =
  (headers: Readonly<Record<string, string>>) =>
  (_request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    reply.headers(headers);
    done();
  };

function checkReply(schema: z.ZodType, answered: unknown, name: string): unknown {
  const parsed = schema.safeParse(answered);
  if (!parsed.success) throw new Error(`The answer of ${name} does not keep its contract: ${parsed.error.message}`);
  return answered;
}
