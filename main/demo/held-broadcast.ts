import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { emptySetup } from '../../domain/broadcasts/fields.ts';
import { context, id } from './names.ts';

/** The broadcast of a business whose brand the carriers haven't verified: its time has come, and it waits with its reason. */
export async function holdBroadcast(
  { broadcasts }: Pick<Commands, 'broadcasts'>,
  store: Pick<EventStore, 'head'>,
  {
    agencyId,
    businessId,
    ownerId,
    uniqueId,
    name,
  }: Readonly<Record<'agencyId' | 'businessId' | 'ownerId' | 'uniqueId' | 'name', string>>,
): Promise<void> {
  const broadcastId = id('broadcast', uniqueId, 'spring-bouquets');
  const tenant = { agencyId, businessId };
  const owner = { role: 'business', actor: { kind: 'user', userId: ownerId, impersonatorId: null }, tenant } as const;
  const by = (act: string) => ({ ...context(`held-${act}`, uniqueId), caller: owner });
  const body = `${name}: bouquets of the season from $25 this week. Reply STOP to opt out.`;
  await broadcasts.create(by('draft'), {
    ...emptySetup('Bouquets of the season', 'sms'),
    broadcastId,
    contents: [{ kind: 'text', body, media: [] }],
    validHours: 168,
  });
  await broadcasts.schedule(by('schedule'), { broadcastId, recipients: null });
  const start = { ...context('held-start', uniqueId), caller: { ...context('held-start', uniqueId).caller, tenant } };
  await broadcasts.start(start, { broadcastId, position: await store.head(), recipients: 0 });
}
