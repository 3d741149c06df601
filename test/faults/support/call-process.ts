/**
 * A process that takes what a carrier tells of calls, for tests that kill it. Says `ready` when it is loaded, and begins at the
 * first call when it is told `go`: what an earlier process had taken is told again. Configured by CALLS, a JSON text.
 */
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { CallId, namespaces, uuidV5 } from '../../../domain/kernel/ids.ts';
import { carrier, context } from '../../support/callers.ts';
import { openSpine } from '../../support/spine.ts';

/** `seconds`: how long they talked; null: no one picked up. */
export interface ToldCall {
  readonly sid: string;
  readonly from: string;
  readonly seconds: number | null;
}
export interface CallProcess {
  readonly connectionString: string;
  readonly to: string;
  readonly forwardTo: string;
  /** Until the caller who is not answered hangs up. */
  readonly rings: number;
  readonly calls: readonly ToldCall[];
  /** Between four calls and the next four. */
  readonly betweenMs: number;
}

const { connectionString, to, forwardTo, rings, calls, betweenMs } = JSON.parse(
  process.env['CALLS'] ?? '{}',
) as CallProcess;
const spine = await openSpine(connectionString);

async function tell({ sid, from, seconds }: ToldCall): Promise<void> {
  const callId = CallId.parse(uuidV5(namespaces.call, 'twilio', sid));
  const by = () => context(carrier);
  const { receive, hear } = spine.commands.calls;
  await receive(by(), { provider: 'twilio', providerCallId: sid, from, to, receivedAt: new Date().toISOString() });
  if (seconds !== null) await hear(by(), { callId, to, heard: { kind: 'accepted' } });
  const result = seconds === null ? ('no-answer' as const) : ('completed' as const);
  const forwarded = {
    kind: 'forward-ended' as const,
    result,
    connected: seconds !== null,
    seconds: seconds ?? 0,
    forwardedTo: forwardTo,
  };
  await hear(by(), { callId, to, heard: forwarded });
  await hear(by(), { callId, to, heard: { kind: 'ended', seconds: (seconds ?? 0) + rings } });
}

process.stdout.write('ready\n');
createInterface(process.stdin).on('line', (line) => {
  if (line === 'go')
    void (async () => {
      // Several at once, as they come, so that those who text back are never done before a kill.
      for (let at = 0; at < calls.length; at += 4) {
        await Promise.all(calls.slice(at, at + 4).map(tell));
        await setTimeout(betweenMs);
      }
    })();
});
