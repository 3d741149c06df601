import type { Law } from '../action.ts';

/** What another tenant's carrier or email account signs is no word about this one's: it may be kept, and belongs to nobody. */
export const foreignWebhooks: Law = {
  name: 'a foreign webhook changes nothing',
  async check(world) {
    return (await world.events()).flatMap(({ type, stream, data }) =>
      world.foreignIds.has(data['providerMessageId'] as string) && type !== 'UnroutedMessageReceived' ?
        [`${type} in ${stream}`]
      : [],
    );
  },
};
