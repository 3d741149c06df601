import { list, oneOf } from '../kernel/list.ts';

/** Everybody who signs in, for operators. */
export const userList = list({
  sort: ['created_at', 'name', 'email', 'role', 'last_sign_in_at'],
  filters: { role: oneOf(['Admin', 'Agency', 'Business']) },
});
