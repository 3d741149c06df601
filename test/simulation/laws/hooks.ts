import type { Law } from '../action.ts';

/** What another system told, and was answered, was heard: once, however often it was sent. */
export const hooks: Law = {
  name: 'a call of another system is heard once',
  async check(world) {
    const heard = Map.groupBy(
      (await world.events()).filter(({ type }) => type === 'AutomationHookReceived'),
      ({ data }) => data['callId'] as string,
    );
    return [
      ...[...heard].flatMap(([callId, times]) =>
        times.length > 1 ? [`the call ${callId} was heard ${times.length} times`] : [],
      ),
      ...[...world.hookCalls].flatMap((callId) => (heard.has(callId) ? [] : [`the call ${callId} was never heard`])),
    ];
  },
};
