import { conversations } from '../../../projections/conversations/projector.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import type { Law } from '../action.ts';

/** What the tallies say is what counting gives, and nothing is below nothing. */
export const unreadCounts: Law = {
  name: 'unread counts',
  async check(world) {
    const schema = schemaOf(conversations);
    const below = await world.query<{ contact: string }>(
      `select contact_id as contact from ${schema}.conversations where unread < 0`,
    );
    const wrong = await world.query<{ business: string; said: string; counted: string }>(`
      select k.business_id as business, k.unread_messages || ' in ' || k.unread_conversations as said,
        coalesce(sum(c.unread), 0) || ' in ' || count(c.contact_id) as counted
      from ${schema}.conversation_counts k
      left join ${schema}.conversations c on c.business_id = k.business_id and c.state = 'open' and c.unread > 0
      group by k.business_id, k.unread_messages, k.unread_conversations
      having k.unread_messages <> coalesce(sum(c.unread), 0) or k.unread_conversations <> count(c.contact_id)`);
    return [
      ...below.map(({ contact }) => `the conversation with ${contact} has less than nothing unread`),
      ...wrong.map(({ business, said, counted }) => `business ${business}: ${said} unread, counted ${counted}`),
    ];
  },
};
