import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Law } from '../action.ts';

const over = new Set(['ScheduledTextReleased', 'ScheduledTextCancelled', 'ScheduledTextFailed']);

/**
 * A scheduled text goes out once, or not at all: never before its time unless somebody said so, never after it was taken
 * back or held; and none whose time has come is left over unless it waits for somebody to decide.
 */
export const scheduledTexts: Law = {
  name: 'scheduled texts',
  async check(world) {
    const events = await world.events();
    const texts = Map.groupBy(
      events.filter(({ type }) => type === 'TextScheduled' || type.startsWith('ScheduledText')),
      ({ data }) => data['messageId'] as string,
    );
    const queued = Map.groupBy(
      events.filter(({ type }) => type === 'MessageQueued'),
      ({ data }) => data['messageId'] as string,
    );
    const now = world.timeline.now().getTime();
    return [...texts].flatMap(([id, story]) => {
      const broken: string[] = [];
      const types = story.map(({ type }) => type);
      const says = (what: string) => broken.push(`scheduled text ${id} ${what}: ${types.join(', ')}`);
      const messages = queued.get(id) ?? [];
      const taken = world.carrier.taken.filter(({ messageId }) => messageId === id);
      const released = story.filter(({ type }) => type === 'ScheduledTextReleased');
      if (messages.length > 1 || released.length > 1) says('went out twice');
      if (messages.length + taken.length > 0 && released.length === 0) says('went out without having been released');
      if (types.includes('ScheduledTextCancelled') && (messages.length > 0 || taken.length > 0))
        says('went out though it was taken back');
      if (released.length === 1 && messages.length === 0 && !types.includes('ScheduledTextFailed'))
        says('was released and never queued');
      if (released.length === 1 && isEarly(story, released[0]!)) says('went before its time by itself');
      if (types.filter((type) => type === 'TextScheduled').length !== 1) says('was scheduled more than once');
      if (released.length === 1 && heldAt(story, released[0]!) && !byPerson(released[0]!))
        says('went though it was held');
      const last = story.at(-1)!;
      const sendAt = story.findLast(({ data }) => data['sendAt'] !== undefined)!.data['sendAt'] as string;
      if (!over.has(last.type) && last.type !== 'ScheduledTextPaused' && Date.parse(sendAt) < now)
        says('was due and nobody has dealt with it');
      return broken;
    });
  },
};

const byPerson = ({ metadata }: StoredEvent): boolean => metadata.actor.kind === 'user';
function isEarly(story: readonly StoredEvent[], released: StoredEvent): boolean {
  if (byPerson(released)) return false;
  const timed = story.slice(0, story.indexOf(released)).findLast(({ data }) => data['sendAt'] !== undefined)!;
  return Date.parse(released.metadata.occurredAt) < Date.parse(timed.data['sendAt'] as string);
}
const heldAt = (story: readonly StoredEvent[], released: StoredEvent): boolean =>
  story[story.indexOf(released) - 1]?.type === 'ScheduledTextPaused';
