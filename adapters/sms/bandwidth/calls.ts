import { CallsApi, type CallState } from 'bandwidth-sdk';
import type { CarrierCall } from '../carrier-call.ts';
import type { BandwidthAccess } from './access.ts';
import { bandwidthConfiguration } from './client.ts';

const results: Readonly<Record<string, 'no-answer' | 'busy' | 'hung-up'>> = {
  timeout: 'no-answer',
  busy: 'busy',
  rejected: 'busy',
  cancel: 'hung-up',
};
/** The forwarded call begins within this time. */
const beginsWithinMs = 5 * 60_000;

const secondsOf = ({ answerTime, endTime }: CallState): number =>
  answerTime == null || endTime == null ?
    0
  : Math.max(0, Math.round((Date.parse(endTime) - Date.parse(answerTime)) / 1000));

/** A call with the one that it was forwarded by. Throws what the SDK throws: 404 where the account knows none of this id. */
export async function bandwidthCall(access: BandwidthAccess, id: string, since: Date): Promise<CarrierCall> {
  const api = new CallsApi(bandwidthConfiguration(access));
  const { data: call } = await api.getCallState(access.accountId, id);
  const at = (ms: number): string => new Date(since.getTime() + ms).toISOString();
  const none = undefined;
  const { data: calls } = await api.listCalls(
    access.accountId,
    none,
    none,
    at(-60_000),
    at(beginsWithinMs),
    none,
    1_000,
  );
  const child = calls.find(({ parentCallId }) => parentCallId === id);
  return {
    seconds: call.endTime == null ? null : secondsOf(call),
    forwarded:
      child === undefined ? null : (
        {
          to: child.to ?? '',
          result: child.answerTime != null ? 'completed' : (results[child.disconnectCause ?? ''] ?? 'unreachable'),
          connected: null,
          seconds: secondsOf(child),
        }
      ),
  };
}
