import { subjects } from '../../adapters/bus/port.ts';
import type { ApiParts } from '../kernel/parts.ts';
import type { BusinessChannel } from './channel.ts';

/**
 * Tells the people of each business that is looked at when who is at the product has changed. Coming is heard of over
 * the bus, at once and from every process; going and falling idle come of time alone and are found by looking every
 * `everyMs`, with one question for all businesses that this process serves.
 */
export function createPresence(
  { bus, commands, log }: Pick<ApiParts, 'bus' | 'commands' | 'log'>,
  { everyMs, channels }: { readonly everyMs: number; readonly channels: () => Iterable<BusinessChannel> },
) {
  let isLooking = false;
  let again = false;

  async function lookOnce(): Promise<void> {
    const open = [...channels()];
    if (open.length === 0) return;
    const present = await commands.livechat.presentAt([...new Set(open.flatMap(({ tenants }) => tenants))]);
    const byTenant = Map.groupBy(present, ({ tenantId }) => tenantId);
    for (const channel of open) {
      const team = channel.tenants.flatMap((id) => byTenant.get(id) ?? []);
      channel.tellPresent(team.map(({ userId, idleSince }) => `${userId} ${idleSince === null}`).join());
    }
  }
  /** What is asked for while it looks is looked for once more. Never throws: it looks again soon. */
  async function look(): Promise<void> {
    again = true;
    if (isLooking) return;
    isLooking = true;
    while (again) {
      again = false;
      await lookOnce().catch((error: unknown) => log.warn({ err: error }, 'Who is here could not be looked up.'));
    }
    isLooking = false;
  }

  const stopListening = bus.subscribe(subjects.presence, (message) => {
    const { tenantId } = message as { readonly tenantId: string };
    if ([...channels()].some(({ tenants }) => tenants.includes(tenantId))) void look();
  });
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return {
    close: (): void => {
      clearInterval(timer);
      stopListening();
    },
  };
}
