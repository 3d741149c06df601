import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CallStep } from '../../adapters/voice/port.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Metrics } from '../operations/metrics.ts';
import { takeCalls } from './calls.ts';
import type { TwilioVerifier } from './twilio-verifier.ts';

const sid = z.string().regex(/^[A-Za-z0-9]{10,64}$/);
const path = '/webhooks/twilio/voice';
const xml = 'text/xml; charset=utf-8';

/** `DialCallStatus`, as <Dial action> is told it. */
const results = {
  completed: 'completed',
  answered: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'unreachable',
  canceled: 'hung-up',
} as const;
const secondsOf = (text: string | undefined): number => (/^\d{1,5}$/.test(text ?? '') ? Number(text) : 0);

/** What Twilio asks and tells of calls to our numbers. */
export function registerTwilioVoice(
  app: FastifyInstance,
  deps: Pick<ApiDependencies, 'commands' | 'carrier' | 'config' | 'now'>,
  metrics: Metrics,
  verified: TwilioVerifier,
): void {
  const calls = takeCalls('twilio', deps, metrics, path);
  const markup = (step: CallStep): Promise<string> => deps.carrier.writeStep(step, null);

  app.post(path, async (request, reply) => {
    const { form, tenant } = await verified(request, 'call', (fields) => fields['To'] ?? '');
    const providerCallId = sid.safeParse(form['CallSid']);
    const { From: from = '', To: to } = form;
    if (!providerCallId.success || !to || from.length > 100 || to.length > 100)
      throw new ApiError('malformed_request', 'CallSid and To are needed.');
    return reply
      .type(xml)
      .send(await markup(await calls.receive({ providerCallId: providerCallId.data, from, to, tenant })));
  });

  /** The phone that it was forwarded to was picked up. */
  app.post(`${path}/whisper`, async (request, reply) => {
    const about = calls.aboutOf(request.query);
    await verified(request, 'call', () => about.number);
    return reply.type(xml).send(await markup(await calls.pickedUp(about)));
  });
  app.post(`${path}/answer`, async (request, reply) => {
    const about = calls.aboutOf(request.query);
    const { form, tenant } = await verified(request, 'call', () => about.number);
    return reply.type(xml).send(await markup(await calls.pressed(about, tenant, form['Digits'] ?? '')));
  });

  app.post(`${path}/forwarded`, async (request, reply) => {
    const about = calls.aboutOf(request.query);
    const { form, tenant } = await verified(request, 'call', () => about.number);
    const word = form['DialCallStatus'] ?? '';
    if (!Object.hasOwn(results, word)) throw new ApiError('malformed_request', 'DialCallStatus is needed.');
    await calls.hear(about, tenant, {
      kind: 'forward-ended',
      result: results[word as keyof typeof results],
      connected: form['DialBridged'] === undefined ? null : form['DialBridged'] === 'true',
      seconds: secondsOf(form['DialCallDuration']),
      forwardedTo: calls.forwardedTo(request.query),
    });
    return reply.type(xml).send(await markup({ kind: 'hang-up' }));
  });

  app.post(`${path}/ended`, async (request, reply) => {
    const { form, tenant } = await verified(request, 'call', (fields) => fields['To'] ?? '');
    const providerCallId = sid.safeParse(form['CallSid']);
    if (!providerCallId.success) throw new ApiError('malformed_request', 'CallSid is needed.');
    await calls.hear({ call: calls.idOf(providerCallId.data), number: form['To'] ?? '' }, tenant, {
      kind: 'ended',
      seconds: secondsOf(form['CallDuration']),
    });
    return reply.type(xml).send(await markup({ kind: 'connect' }));
  });
}
