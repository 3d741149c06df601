import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bandwidthCauses, type Calls, childOf, dialStatuses, type EndedCall } from './calls.ts';
import type { CarrierState } from './state.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** What carriers answer about calls that are over: Twilio's Calls, and Bandwidth's state of calls. */
export function callRoutes(app: FastifyInstance, calls: Calls, state: CarrierState): void {
  /** Calls of the account of the path, for who signs in as it. Null: someone else does. */
  function ownCalls(request: FastifyRequest): readonly (readonly [string, EndedCall])[] | null {
    const { account: id } = request.params as { readonly account: string };
    const account = state.accounts.get(id);
    const given = Buffer.from((request.headers.authorization ?? '').slice('Basic '.length), 'base64').toString('utf8');
    const wanted = `${account?.bandwidth?.username ?? id}:${account?.authToken ?? ''}`;
    if (account === undefined || !timingSafeEqual(digest(given), digest(wanted))) return null;
    return [...calls.over].filter(([, one]) => one.accountSid === id);
  }
  const refuse = (reply: FastifyReply, status: 401 | 404) =>
    reply.code(status).send({ code: status === 401 ? 20003 : 20404, message: 'Refused', status });

  const twilio = '/2010-04-01/Accounts/:account/Calls';
  const resource = (sid: string, call: EndedCall, status: string, seconds: number, parent: string | null) => ({
    sid,
    account_sid: call.accountSid,
    parent_call_sid: parent,
    from: parent === null ? call.from : (call.forwarded?.from ?? ''),
    to: parent === null ? call.to : (call.forwarded?.to ?? ''),
    status,
    duration: String(seconds),
    direction: parent === null ? 'inbound' : 'outbound-dial',
    start_time: new Date(call.startedAt).toUTCString(),
    end_time: new Date(call.startedAt + seconds * 1000).toUTCString(),
  });
  app.get<{ Params: { account: string; file: string } }>(`${twilio}/:file`, async (request, reply) => {
    const own = ownCalls(request);
    if (own === null) return refuse(reply, 401);
    const found = own.find(([sid]) => `${sid}.json` === request.params.file);
    if (found === undefined) return refuse(reply, 404);
    const [sid, call] = found;
    return reply.send(resource(sid, call, call.connected ? 'completed' : 'no-answer', call.seconds, null));
  });
  app.get<{ Params: { account: string }; Querystring: { ParentCallSid?: string } }>(
    `${twilio}.json`,
    async (request, reply) => {
      const own = ownCalls(request);
      if (own === null) return refuse(reply, 401);
      const parent = request.query.ParentCallSid;
      const children = own.flatMap(([sid, call]) =>
        sid === parent && call.forwarded !== null ?
          [resource(childOf(sid), call, dialStatuses[call.forwarded.ending], call.forwarded.seconds, sid)]
        : [],
      );
      return reply.send({ calls: children, page: 0, page_size: 50, next_page_uri: null, uri: request.url });
    },
  );

  const bandwidth = '/api/v2/accounts/:account/calls';
  const leg = (sid: string, call: EndedCall, parent: string | null) => {
    const { forwarded } = call;
    const seconds = parent === null ? call.seconds : (forwarded?.seconds ?? 0);
    const at = (after: number): string => new Date(call.startedAt + after * 1000).toISOString();
    return {
      callId: sid,
      accountId: call.accountSid,
      parentCallId: parent,
      from: parent === null ? call.from : forwarded?.from,
      to: parent === null ? call.to : forwarded?.to,
      direction: parent === null ? 'inbound' : 'outbound',
      state: 'disconnected',
      startTime: at(0),
      answerTime: seconds > 0 ? at(0) : null,
      endTime: at(seconds),
      disconnectCause: parent === null || forwarded === null ? 'hangup' : bandwidthCauses[forwarded.ending],
    };
  };
  app.get<{ Params: { account: string; id: string } }>(`${bandwidth}/:id`, async (request, reply) => {
    const own = ownCalls(request);
    if (own === null) return refuse(reply, 401);
    const found = own.find(([sid]) => sid === request.params.id);
    return found === undefined ? refuse(reply, 404) : reply.send(leg(...found, null));
  });
  app.get<{ Params: { account: string } }>(bandwidth, async (request, reply) => {
    const own = ownCalls(request);
    if (own === null) return refuse(reply, 401);
    return reply.send(
      own.flatMap(([sid, call]) => [
        leg(sid, call, null),
        ...(call.forwarded === null ? [] : [leg(childOf(sid), call, sid)]),
      ]),
    );
  });
}
