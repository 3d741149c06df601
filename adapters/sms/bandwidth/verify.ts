import type { BandwidthAccess } from './access.ts';
import { createBandwidthMessages } from './client.ts';

/**
 * Asks for the newest message of the account. Throws what the SDK throws: an error with `response.status`, or a failure
 * of the connection.
 */
export async function askBandwidth(access: BandwidthAccess): Promise<void> {
  const none = undefined;
  const today = new Date(Date.now() - 86_400_000).toISOString();
  await createBandwidthMessages(access).listMessages(
    access.accountId,
    none,
    none,
    none,
    none,
    'OUTBOUND',
    none,
    none,
    none,
    today,
    ...([none, none, none, none, none, none, none, none, none, none, none, none, none, none] as const),
    none,
    none,
    1,
  );
}
