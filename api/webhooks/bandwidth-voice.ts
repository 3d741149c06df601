import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { CallStep } from '../../adapters/voice/port.ts';
import type { ApiDependencies } from '../dependencies.ts';
import type { Metrics } from '../operations/metrics.ts';
import type { BandwidthVerifier, BandwidthWebhookAccount } from './bandwidth-verifier.ts';
import { takeCalls } from './calls.ts';

const path = '/webhooks/bandwidth/voice';
const xml = 'text/xml; charset=utf-8';

const instant = z.iso.datetime({ offset: true }).nullish();
const Event = z.object({
  eventType: z.string().max(60),
  callId: z.string().regex(/^[A-Za-z0-9-]{10,128}$/),
  from: z.string().max(100).nullish(),
  to: z.string().min(1).max(100),
  answerTime: instant,
  endTime: instant,
  cause: z.string().max(60).nullish(),
  digits: z.string().max(40).nullish(),
});
type Event = z.output<typeof Event>;

/** `cause` of a leg that ended without an answer (https://dev.bandwidth.com/docs/voice/webhooks/transferDisconnect). */
const results: Readonly<Record<string, 'no-answer' | 'busy' | 'hung-up'>> = {
  timeout: 'no-answer',
  busy: 'busy',
  rejected: 'busy',
  cancel: 'hung-up',
};
/** How long a leg was connected, as Bandwidth charges it: from its answer to its end. */
const secondsOf = ({ answerTime, endTime }: Event): number =>
  answerTime == null || endTime == null ?
    0
  : Math.max(0, Math.round((Date.parse(endTime) - Date.parse(answerTime)) / 1000));

/** What Bandwidth asks and tells of calls to our numbers: the address of its voice application, and those in our answers. */
export function registerBandwidthVoice(
  app: FastifyInstance,
  deps: Pick<ApiDependencies, 'commands' | 'carrier' | 'config' | 'now'>,
  metrics: Metrics,
  signedIn: BandwidthVerifier,
): void {
  const calls = takeCalls('bandwidth', deps, metrics, path);
  const answer = async (
    reply: FastifyReply,
    { callbackUsername: username, callbackPassword: password }: BandwidthWebhookAccount,
    step: CallStep,
  ) => reply.type(xml).send(await deps.carrier.writeStep(step, { username, password }));

  app.post(path, async (request, reply) => {
    const event = await signedIn.read(request, Event);
    const { callId: providerCallId, from, to } = event;
    const account = await signedIn.by(request, to);
    if (event.eventType === 'initiate')
      return answer(
        reply,
        account,
        await calls.receive({ providerCallId, from: from ?? '', to, tenant: account.tenant }),
      );
    if (event.eventType === 'disconnect')
      await calls.hear({ call: calls.idOf(providerCallId), number: to }, account.tenant, {
        kind: 'ended',
        seconds: secondsOf(event),
      });
    return reply.code(204).send();
  });

  /** The phone that it was forwarded to was picked up. */
  app.post(`${path}/whisper`, async (request, reply) => {
    await signedIn.read(request, Event);
    const about = calls.aboutOf(request.query);
    return answer(reply, await signedIn.by(request, about.number), await calls.pickedUp(about));
  });
  app.post(`${path}/answer`, async (request, reply) => {
    const { digits } = await signedIn.read(request, Event);
    const about = calls.aboutOf(request.query);
    const account = await signedIn.by(request, about.number);
    return answer(reply, account, await calls.pressed(about, account.tenant, digits ?? ''));
  });

  app.post(`${path}/forwarded`, async (request, reply) => {
    const event = await signedIn.read(request, Event);
    const about = calls.aboutOf(request.query);
    const { tenant } = await signedIn.by(request, about.number);
    const isPickedUp = event.answerTime != null;
    await calls.hear(about, tenant, {
      kind: 'forward-ended',
      result: isPickedUp ? 'completed' : (results[event.cause ?? ''] ?? 'unreachable'),
      // Who pressed 1 said so before; where no one is asked, whoever picks up is connected.
      connected: null,
      seconds: secondsOf(event),
      forwardedTo: calls.forwardedTo(request.query),
    });
    return reply.code(204).send();
  });
}
