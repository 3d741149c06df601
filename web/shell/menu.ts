import type { Role } from '../../api/contract/session.ts';
import type { MessageKey } from '../messages/translate.ts';

export type MenuIcon = 'dashboard' | 'message' | 'contacts' | 'notifications';

/** What decides about entries (specification, section 6). What the profile does not say yet counts as switched on. */
export interface MenuFlags {
  readonly is_enabled_livechat?: boolean;
  readonly is_active_livechat?: boolean;
  /** The agency has live chat switched on for its businesses; null: there is no agency. */
  readonly agency_livechat?: boolean | null;
}

export interface MenuEntry {
  readonly name: string;
  readonly path: string;
  readonly label: MessageKey;
  readonly icon: MenuIcon;
  /** The letter after `g`. */
  readonly key: string;
  readonly badge: 'unread' | 'notifications' | null;
}

interface Row extends MenuEntry { readonly role: Role; readonly visible: (flags: MenuFlags) => boolean }

const always = () => true;
/** Enabled on the business, or enabled by the agency (or no agency) and active. */
export const showsMessage = (flags: MenuFlags): boolean =>
  (flags.is_enabled_livechat ?? true) || ((flags.agency_livechat ?? true) && (flags.is_active_livechat ?? true));

/** Every entry there is, in order. An entry is added together with its screen. */
const table: readonly Row[] = [
  { role: 'Business', name: 'business.dashboard', path: '/business/dashboard', label: 'nav.dashboard', icon: 'dashboard', key: 'd', badge: null, visible: always },
  { role: 'Business', name: 'business.livechat.index', path: '/business/livechat', label: 'nav.message', icon: 'message', key: 'm', badge: 'unread', visible: showsMessage },
  { role: 'Business', name: 'business.contacts.index', path: '/business/contacts', label: 'nav.contacts', icon: 'contacts', key: 'c', badge: null, visible: always },
  { role: 'Business', name: 'business.notifications.index', path: '/business/notifications', label: 'nav.notifications', icon: 'notifications', key: 'n', badge: 'notifications', visible: always },
];

/** The sidebar of a role, by its flags. */
export const menuFor = (role: Role, flags: MenuFlags): readonly MenuEntry[] => table.filter((row) => row.role === role && row.visible(flags));

/** The entry that a path belongs to: the longest prefix wins, and `/business/contactsheet` is not `/business/contacts`. */
export function activeEntry(entries: readonly MenuEntry[], path: string): MenuEntry | null {
  const matching = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return matching.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}
