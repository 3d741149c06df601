import { action } from '../action.ts';
import { pair } from '../cast.ts';

/** Somebody reads a conversation, marks it unread, closes or opens it, or names the contact. */
export const conversation = action({
  name: 'conversation',
  weight: 4,
  plan: (chance, cast) => ({
    ...pair(chance, cast),
    what: chance.one(['read', 'read', 'unread', 'close', 'open', 'name'] as const),
  }),
  run(world, { shop: nth, phone, what }) {
    const { businessId, person, name } = world.cast.shops[nth]!;
    const contactId = world.contactOf(businessId, phone);
    const upToPosition = (world.log.at(-1)?.position ?? 0n).toString();
    world.tell(`${name}: ${what} ${phone}`);
    void world.ask(`${what} ${phone}`, person, ({ livechat, contacts }, context) => {
      switch (what) {
        case 'read':
          return livechat.read(context, { contactId, upToPosition });
        case 'unread':
          return livechat.markUnread(context, { contactId });
        case 'close':
        case 'open':
          return livechat.setOpen(context, { contactId, open: what === 'open' });
        case 'name':
          return contacts.name(context, { contactId, firstName: 'Ada', lastName: null });
      }
    });
  },
});
