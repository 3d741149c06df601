import type { Evidence } from '../../adapters/evidence/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import type { SetAside } from '../engine/set-aside.ts';
import { workerContext } from '../context.ts';

/** Checkpoints that are sent in one round. */
const batch = 100;
const dayMs = 86_400_000;

/** Sends owners the checkpoint of yesterday, once. What can't be sent rests, and the others go on. */
export async function sendCheckpoints({
  evidence,
  commands,
  now,
  aside,
}: {
  readonly evidence: Pick<Evidence, 'unsentCheckpoints' | 'checkpointSent'>;
  readonly commands: Pick<Commands, 'notifications'>;
  readonly now: () => Date;
  readonly aside: Pick<SetAside, 'attempt'>;
}): Promise<void> {
  const yesterday = new Date(now().getTime() - dayMs).toISOString().slice(0, 10);
  for (const { owner, day, size, note } of await evidence.unsentCheckpoints(yesterday, batch)) {
    const links = { correlationId: owner, causationId: null };
    const context = workerContext('evidence', { agencyId: null, businessId: owner }, 'checkpoint', [day], links);
    const sent = await aside.attempt(owner, { owner }, () =>
      commands.notifications.checkpointOfDay(context, { owner, day, size, note }),
    );
    if (sent.done) await evidence.checkpointSent({ owner, day, size });
  }
}
