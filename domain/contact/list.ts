import { anyOf, list, status, yesOrNo } from '../kernel/list.ts';

/** The contacts of a business. `status`: `active` is everybody. `keywords`, `tags`: those with any of them. */
export const contactList = list({
  sort: ['id', 'created_at', 'name', 'first_name', 'last_name', 'phone', 'status', 'last_message_at'],
  filters: {
    status: status(['subscribed', 'optedOut', 'unknown', 'active']),
    keywords: anyOf,
    tags: anyOf,
    opt_out: yesOrNo,
  },
});
