import { conversations } from '../../../projections/livechat/projector.ts';
import { schemaOf } from '../../../projections/engine-types.ts';
import type { Law } from '../action.ts';

/** What is unread is the texts left to people since somebody last read, and the tallies say what counting gives. */
export const unreadCounts: Law = {
  name: 'unread counts',
  async check(world) {
    const schema = schemaOf(conversations);
    const texts = await world.query<{ contact: string; said: string; counted: string }>(`
      select c.contact_id as contact, c.received::text as said, count(m.position)::text as counted
      from ${schema}.conversations c
      left join ${schema}.messages m
        on m.contact_id = c.contact_id and m.sorted = 'people' and m.position > coalesce(c.read_to, 0)
      group by c.contact_id, c.received having c.received <> count(m.position) or c.received < 0`);
    const tallies = await world.query<{ business: string; said: string; counted: string }>(`
      select k.business_id as business, k.unread_messages || ', ' || k.needs_reply as said,
        coalesce(sum(c.unread) filter (where c.state = 'open'), 0) || ', ' || count(c.contact_id) filter (where c.needs_reply) as counted
      from ${schema}.conversation_counts k left join ${schema}.conversations c using (business_id)
      group by k.business_id, k.unread_messages, k.needs_reply
      having k.unread_messages <> coalesce(sum(c.unread) filter (where c.state = 'open'), 0)
        or k.needs_reply <> count(c.contact_id) filter (where c.needs_reply)`);
    return [
      ...texts.map(({ contact, said, counted }) => `${contact}: ${said} texts unread, counted ${counted}`),
      ...tallies.map(
        ({ business, said, counted }) => `business ${business}: ${said} unread and to be answered, counted ${counted}`,
      ),
    ];
  },
};
