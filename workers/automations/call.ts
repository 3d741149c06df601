import { RequestFailed, RequestRefused, type SafeHttp } from '../../adapters/http/port.ts';
import type { Request } from '../../commands/automations/execute-step.ts';
import type { Outcome } from '../../domain/automations/runs/decide.ts';

const timeoutMs = 10_000;
/** Of the answer; nothing in it is kept. */
const maxBytes = 64 * 1024;

/** Calls another system. What may work another time is tried again: who was called knows it by its name. */
export async function callOut(http: Pick<SafeHttp, 'request'>, { url, headers, body }: Request): Promise<Outcome> {
  try {
    const { status } = await http.request(url, { method: 'POST', headers, body, timeoutMs, maxBytes });
    if (status >= 200 && status < 300) return { kind: 'done' };
    const again = status === 429 || status === 408 || status >= 500;
    return { kind: 'failed', reason: `answered-${status}`, again };
  } catch (error) {
    if (error instanceof RequestRefused) return { kind: 'refused', reason: 'address-refused' };
    if (!(error instanceof RequestFailed)) throw error;
    return { kind: 'failed', reason: error.reason, again: error.reason !== 'too-large' };
  }
}
