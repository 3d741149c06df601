import type { Law } from '../action.ts';

const automatic = new Set(['keyword-reply', 'opt-in-confirmation', 'opt-in-request', 'opt-out-confirmation', 'help']);

/**
 * However often a text was handed over: it came in once, it was said once who deals with it, and it was answered at
 * most once in each way; and only by what it asked for.
 */
export const oneAnswer: Law = {
  name: 'a text in has one effect',
  async check(world) {
    const events = await world.events();
    const problems: string[] = [];
    const received = events.filter(({ type }) => type === 'MessageReceived' || type === 'UnroutedMessageReceived');
    for (const { sid } of world.texts) {
      const times = received.filter(({ data }) => data['providerMessageId'] === sid).length;
      if (times !== 1) problems.push(`the text ${sid.slice(-4)} came in ${times} times`);
    }
    const said = events.filter(
      ({ type }) => type === 'MessageAnsweredAutomatically' || type === 'MessageRoutedToInbox',
    );
    const erased = new Set(events.filter(({ type }) => type === 'ContactErased').map(({ data }) => data['contactId']));
    for (const { type, data } of received) {
      // What somebody wrote who was erased before it was read is gone.
      if (type !== 'MessageReceived' || erased.has(data['contactId'])) continue;
      const times = said.filter((one) => one.data['messageId'] === data['messageId']).length;
      if (times !== 1) problems.push(`it was said ${times} times who deals with the text ${String(data['messageId'])}`);
    }
    const causes = new Set([...received, ...events.filter(({ type }) => type === 'PageSubmitted')].map(({ id }) => id));
    const answers = events.filter(
      ({ type, data }) => type === 'MessageQueued' && automatic.has(data['purpose'] as string),
    );
    const seen = new Map<string, number>();
    for (const { data, metadata } of answers) {
      if (metadata.actor.kind === 'system' && metadata.actor.name === 'resend') continue;
      const cause = `${metadata.causationId ?? metadata.correlationId}`;
      if (!causes.has(cause)) problems.push(`an automatic answer ${String(data['messageId'])} answers nothing`);
      const key = `${cause} ${String(data['purpose'])}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    for (const [key, times] of seen) if (times > 1) problems.push(`${times} answers to one text: ${key}`);
    return problems;
  },
};
