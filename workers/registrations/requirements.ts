import type { EventStore } from '../../adapters/event-store/port.ts';
import type { Commands } from '../../commands/catalogue.ts';
import { BusinessNumberAssigned } from '../../domain/businesses/events.ts';
import { RegistrationPolicyChanged } from '../../domain/registrations/policy.ts';
import { forEachBounded } from '../engine/wait.ts';
import type { CommandingWorker } from '../engine/worker.ts';
import { systemContext } from './context.ts';

const page = 500;

/** Tells businesses from when their numbers have to be registered: all with each change of the day, and one with each number. */
export const registrationRequirements = ({
  store,
  commands,
}: {
  readonly store: Pick<EventStore, 'readAll'>;
  readonly commands: Commands;
}): CommandingWorker => {
  const tell = (businesses: Iterable<string>, cause: string) =>
    forEachBounded([...businesses], 8, async (businessId) => {
      const context = systemContext('registration-requirement', `${cause}/${businessId}`, businessId);
      await commands.registrations.requireRegistration(context, { businessId });
    });
  const tellAll = async (cause: string) => {
    const told = new Set<string>();
    let from = 0n;
    for (;;) {
      const { events, next, atEnd } = await store.readAll(from, {
        filter: { types: [BusinessNumberAssigned.type] },
        limit: page,
      });
      const found = new Set(events.map(({ data }) => data['businessId'] as string).filter((one) => !told.has(one)));
      await tell(found, cause);
      for (const one of found) told.add(one);
      if (atEnd) return;
      from = next;
    }
  };
  return {
    kind: 'commanding',
    name: 'registration-requirements',
    handles: [BusinessNumberAssigned.type, RegistrationPolicyChanged.type],
    async issue(events) {
      for (const { id, type, data } of events)
        await (type === RegistrationPolicyChanged.type ? tellAll(id) : tell([data['businessId'] as string], id));
    },
  };
};
