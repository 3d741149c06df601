import { z } from 'zod';
import type { CallStep } from '../../adapters/voice/port.ts';
import type { Tenant } from '../../domain/kernel/event.ts';
import { CallId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { E164 } from '../../domain/sms/values.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { carrierCaller, commandContext } from '../kernel/context.ts';
import { ApiError } from '../kernel/errors.ts';
import { storableText } from '../kernel/text.ts';
import type { Metrics } from '../operations/metrics.ts';

type Heard = Parameters<ApiDependencies['commands']['calls']['hear']>[1]['heard'];

/** Of which call of which of our numbers a carrier asks or tells: both stand in the address that it was given. */
const About = z.object({ call: CallId, number: E164 });
type About = z.output<typeof About> | { readonly call: CallId; readonly number: string };

/** Calls, whichever carrier they come by. `path`: where its questions go. */
export function takeCalls(
  provider: 'twilio' | 'bandwidth',
  { commands, config, now }: Pick<ApiDependencies, 'commands' | 'config' | 'now'>,
  metrics: Metrics,
  path: string,
) {
  const at = (name: string, callId: string, number: string): string =>
    `${config.publicUrl}${path}/${name}?call=${callId}&number=${encodeURIComponent(number)}`;
  const contextOf = (tenant: Tenant, ...about: readonly string[]) => {
    const commandId = uuidV5(namespaces.command, provider, ...about);
    return commandContext(carrierCaller(provider, tenant), commandId, commandId);
  };
  const refused = (): ApiError => new ApiError('malformed_request', 'This address was not given by us.');

  async function hear({ call: callId, number: to }: About, tenant: Tenant, heard: Heard): Promise<boolean> {
    // Derived from what is told: a repeat is the same command.
    const context = contextOf(tenant, callId, ...Object.values(heard).map(String));
    const { result } = await commands.calls.hear(context, { callId, to, heard });
    metrics.webhooks.inc({ kind: 'call', outcome: result.known ? 'recorded' : 'unknown' });
    return result.known;
  }

  return {
    hear,
    idOf: (providerCallId: string): CallId => CallId.parse(uuidV5(namespaces.call, provider, providerCallId)),
    /** Throws `malformed_request` for an address that was not made here. */
    aboutOf(query: unknown): z.output<typeof About> {
      const about = About.safeParse(query);
      if (!about.success) throw refused();
      return about.data;
    },
    forwardedTo(query: unknown): E164 {
      const to = z.object({ to: E164 }).safeParse(query);
      if (!to.success) throw refused();
      return to.data.to;
    },
    /** Someone calls one of our numbers: what the carrier is to do. */
    async receive(call: {
      readonly providerCallId: string;
      readonly from: string;
      readonly to: string;
      readonly tenant: Tenant;
    }): Promise<CallStep> {
      const { providerCallId, tenant, to } = call;
      const { result } = await commands.calls.receive(contextOf(tenant, providerCallId, 'receive-call'), {
        provider,
        providerCallId,
        from: storableText(call.from),
        to: storableText(to),
        receivedAt: now().toISOString(),
      });
      metrics.webhooks.inc({
        kind: 'call',
        outcome:
          result === null ? 'unrouted'
          : result.repeated ? 'repeated'
          : 'received',
      });
      if (result?.forward == null) return { kind: 'busy' };
      const { whisper, ...ring } = result.forward;
      return {
        kind: 'forward',
        ...ring,
        whisperUrl: whisper ? at('whisper', result.callId, to) : null,
        endedUrl: `${at('forwarded', result.callId, to)}&to=${encodeURIComponent(ring.to)}`,
      };
    },
    /** Someone picked up: what they hear before both are connected. */
    async pickedUp({ call, number }: About): Promise<CallStep> {
      const words = await commands.calls.whisper(call, number);
      return words === null ? { kind: 'hang-up' } : { kind: 'ask', words, answerUrl: at('answer', call, number) };
    },
    /** They pressed a key, or none. */
    async pressed(about: About, tenant: Tenant, digits: string): Promise<CallStep> {
      const isTaken = digits === '1' && (await hear(about, tenant, { kind: 'accepted' }));
      return { kind: isTaken ? 'connect' : 'hang-up' };
    },
  };
}
