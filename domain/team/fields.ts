import { z } from 'zod';

/** What a teammate of a business may do there: see `rightsOf`. */
export const MemberRole = z.enum(['owner', 'manager', 'agent', 'till']);
export type MemberRole = z.output<typeof MemberRole>;

/** So many people can work for one business. */
export const maxMembers = 200;

/**
 * What can be asked of a member of a business. Each call of the API that a business may make needs exactly one of these
 * (api/contract/rights.ts).
 *
 * - `account`: the own profile, password and session.
 * - `redeem`: look up, issue, redeem and undo coupons.
 * - `inbox`: live chat with its notes, snippets and notifications.
 * - `contacts`: read, add, edit, tag and opt out contacts one by one.
 * - `manage`: campaigns, pages, broadcasts, automations, reports, exports, imports, bulk changes, erasing, settings.
 * - `members`: invite and remove teammates, and change what they may do.
 * - `number`: choose the number that the business texts from.
 * - `providers`: the accounts and keys of carriers and email providers.
 * - `billing`: the cards that the business pays with.
 */
export const memberRights = [
  'account',
  'redeem',
  'inbox',
  'contacts',
  'manage',
  'members',
  'number',
  'providers',
  'billing',
] as const;
export type MemberRight = (typeof memberRights)[number];

/** What is not listed here is refused. */
export const rightsOf: Readonly<Record<MemberRole, readonly MemberRight[]>> = {
  owner: memberRights,
  manager: ['account', 'redeem', 'inbox', 'contacts', 'manage'],
  agent: ['account', 'redeem', 'inbox', 'contacts'],
  till: ['account', 'redeem'],
};

export const may = (role: MemberRole, right: MemberRight): boolean => rightsOf[role].includes(right);
