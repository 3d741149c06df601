import type { Commands } from '../../commands/catalogue.ts';
import { is } from '../../domain/kernel/event.ts';
import { namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import { A2pBrandSubmitted, A2pCampaignSubmitted } from '../../domain/registrations/a2p/events.ts';
import type { A2pPart } from '../../domain/registrations/a2p/fields.ts';
import { escalatedAfterDays } from '../../domain/registrations/case.ts';
import { setTimers, type Timer, type TimerHandler } from '../engine/timers.ts';
import type { RecordingWorker } from '../engine/worker.ts';
import { systemContext } from './context.ts';

/** The timer that asks whether a brand or a campaign still waits for its review. */
export const escalateA2pTimer = 'escalate-a2p';
const dayMs = 86_400_000;

interface Submitted {
  readonly businessId: string;
  readonly requestId: string;
  readonly part: A2pPart;
  readonly partId: string;
  readonly attempt: number;
}
const timerOf = (of: Submitted, at: string): Timer => ({
  id: uuidV5(namespaces.command, escalateA2pTimer, of.partId, String(of.attempt)),
  kind: escalateA2pTimer,
  dueAt: new Date(Date.parse(at) + escalatedAfterDays * dayMs),
  payload: of,
});

/** Every submission of a local registration is looked at again when it should be over. */
export const a2pEscalations: RecordingWorker = {
  kind: 'recording',
  name: 'a2p-escalations',
  handles: [A2pBrandSubmitted.type, A2pCampaignSubmitted.type],
  async record(events, trx) {
    await setTimers(
      trx,
      events.flatMap((event) => {
        const at = event.metadata.occurredAt;
        if (is(event, A2pBrandSubmitted)) {
          const { businessId, brandId, attempt } = event.data;
          return [timerOf({ businessId, requestId: brandId, part: 'brand', partId: brandId, attempt }, at)];
        }
        if (!is(event, A2pCampaignSubmitted)) return [];
        const { businessId, brandId, campaignId, attempt } = event.data;
        return [timerOf({ businessId, requestId: brandId, part: 'campaign', partId: campaignId, attempt }, at)];
      }),
    );
  },
};

export const escalateA2p =
  (commands: Commands): TimerHandler =>
  async ({ id, payload }) => {
    const of = payload as Submitted;
    await commands.registrations.escalateA2p(systemContext('a2p', id, of.requestId), of);
  };
