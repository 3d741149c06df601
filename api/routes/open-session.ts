import type { Position } from '../../adapters/event-store/port.ts';
import { deviceNameOf } from '../kernel/device.ts';
import type { Call } from '../kernel/route.ts';
import type { NewSession } from '../kernel/sessions.ts';

/** Opens the session of someone who has proved who they are, once the read models know of it. */
export async function openSession(
  { parts, request, ip }: Pick<Call, 'parts' | 'request' | 'ip'>,
  session: NewSession,
  position: Position | null,
  limits: { readonly setupOnly?: boolean } = {},
): Promise<{ access_token: string }> {
  const device = deviceNameOf(request.headers['user-agent']);
  const token = await parts.sessions.open(session, { device, ipAddress: ip }, limits);
  if (position !== null)
    await parts.waitFor(position, {
      timeoutMs: parts.config.readModelWaitMs ?? 2_000,
      projectors: ['users', 'businesses'],
    });
  return { access_token: token };
}
