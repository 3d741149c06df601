import type { Role } from '../../api/contract/common.ts';
import type { Profile } from '../../api/contract/profile.ts';
import type { MemberRight } from '../../api/contract/members.ts';
import { routeOf } from '../session/guard.ts';
import { isBuilt, routes } from '../routes/routes.ts';
import type { MessageKey } from './texts.ts';

/** Everything about an account that decides which entries its menu has (specification, section 6). */
export interface MenuFlags {
  /** Of a business: live chat and loop are enabled on it, or active. Of an agency: active for its businesses. */
  readonly livechatEnabled: boolean;
  readonly livechatActive: boolean;
  readonly loopEnabled: boolean;
  readonly loopActive: boolean;
  /** The agency above a business, null: it stands alone. */
  readonly agency: { readonly livechat: boolean; readonly loop: boolean } | null;
  /** This installation takes payments. */
  readonly payments: boolean;
  readonly freeFee: boolean;
  readonly template: boolean;
  readonly templateContent: boolean;
  /** What a member of a business may do; null: everything. */
  readonly rights: readonly MemberRight[] | null;
}

export function menuFlags(profile: Pick<Profile, 'business' | 'agency' | 'member' | 'payments'>): MenuFlags {
  const { business, agency } = profile;
  const of = business ?? agency;
  return {
    livechatEnabled: business?.is_enabled_livechat ?? false,
    livechatActive: of?.is_active_livechat ?? false,
    loopEnabled: business?.is_enabled_loop ?? false,
    loopActive: of?.is_active_loop ?? false,
    agency:
      business?.agency ? { livechat: business.agency.is_active_livechat, loop: business.agency.is_active_loop } : null,
    payments: profile.payments,
    freeFee: of?.free_fee ?? false,
    template: of?.is_template ?? false,
    templateContent: (business?.template_content ?? '') !== '',
    rights: profile.member?.rights ?? null,
  };
}

export type MenuIcon =
  | 'dashboard'
  | 'message'
  | 'contacts'
  | 'notifications'
  | 'agencies'
  | 'businesses'
  | 'users'
  | 'whitelabels'
  | 'plans'
  | 'prices'
  | 'reports'
  | 'uploads'
  | 'settings'
  | 'subscription'
  | 'payment'
  | 'statements'
  | 'loop'
  | 'training'
  | 'profile'
  | 'campaigns'
  | 'broadcasts'
  | 'approvals'
  | 'automations';

export interface MenuEntry {
  /** The named route (specification, section 2). */
  readonly name: string;
  readonly path: string;
  readonly label: MessageKey;
  readonly icon: MenuIcon;
  /** The letter after `g`, null: none. */
  readonly key: string | null;
  readonly badge: 'unread' | 'notifications' | 'approvals' | null;
  /** The entry below which this one stands, null: it stands by itself. */
  readonly under: string | null;
  /** `palette`: found by name and key, but not part of the sidebar. */
  readonly place: 'menu' | 'palette';
}

interface Row extends MenuEntry {
  readonly role: Role;
  readonly visible: (flags: MenuFlags) => boolean;
  /** Its screen exists. */
  readonly built: boolean;
}

/** Enabled on the business, or enabled by the agency (or no agency) and active. */
const shows =
  (feature: 'livechat' | 'loop') =>
  (flags: MenuFlags): boolean =>
    flags[`${feature}Enabled`] || ((flags.agency?.[feature] ?? true) && flags[`${feature}Active`]);
const always = () => true;
const noTemplate = (flags: MenuFlags) => !flags.template;
const has = ({ rights }: MenuFlags, right: MemberRight): boolean => rights === null || rights.includes(right);
/** What the screen of an entry needs is there. */
const mayOpen = (path: string, flags: MenuFlags): boolean => has(flags, routeOf(routes, path)?.route.right ?? 'manage');
/** An agency, or a business that stands alone, where payments are taken. */
const pays = (flags: MenuFlags) => flags.payments && flags.agency === null;

const row = (
  role: Role,
  name: string,
  path: string,
  label: MessageKey,
  icon: MenuIcon,
  more: Partial<Pick<Row, 'key' | 'badge' | 'under' | 'place' | 'visible'>> = {},
): Row => ({
  role,
  name,
  path,
  label,
  icon,
  key: null,
  badge: null,
  under: null,
  place: 'menu',
  visible: always,
  built: isBuilt(path),
  ...more,
});

/** Every entry there is, in order. One whose screen does not exist yet (`built: false`) is not shown. */
export const table: readonly Row[] = [
  row('Admin', 'admin.dashboard', '/admin/dashboard', 'nav.dashboard', 'dashboard', { key: 'd' }),
  row('Admin', 'admin.agencies.index', '/admin/agencies', 'nav.agencies', 'agencies', { key: 'a' }),
  row('Admin', 'admin.agencies.archived', '/admin/agencies/archived', 'nav.archived', 'agencies', {
    under: 'admin.agencies.index',
  }),
  row('Admin', 'admin.agencies.create', '/admin/agencies/create', 'nav.newAgency', 'agencies', {
    under: 'admin.agencies.index',
  }),
  row('Admin', 'admin.businesses.index', '/admin/businesses', 'nav.businesses', 'businesses', { key: 'b' }),
  row('Admin', 'admin.businesses.archived', '/admin/businesses/archived', 'nav.archived', 'businesses', {
    under: 'admin.businesses.index',
  }),
  row('Admin', 'admin.businesses.create', '/admin/businesses/create', 'nav.newBusiness', 'businesses', {
    under: 'admin.businesses.index',
  }),
  row('Admin', 'admin.users', '/admin/users', 'nav.users', 'users', { key: 'u' }),
  row('Admin', 'admin.whitelabels.index', '/admin/whitelabels', 'nav.whitelabels', 'whitelabels', { key: 'w' }),
  row('Admin', 'admin.plans.index', '/admin/plans', 'nav.plans', 'plans', { key: 'p' }),
  row('Admin', 'admin.business-plans.index', '/admin/business-plans', 'nav.businessPlans', 'plans'),
  row('Admin', 'admin.prices', '/admin/prices', 'nav.prices', 'prices', { visible: ({ payments }) => payments }),
  row('Admin', 'admin.statements.index', '/admin/statements', 'nav.statements', 'statements', {
    visible: ({ payments }) => payments,
  }),
  row('Admin', 'admin.wallets', '/admin/wallets', 'nav.wallets', 'payment', { visible: ({ payments }) => payments }),
  row('Admin', 'admin.reports.index', '/admin/reports', 'nav.reports', 'reports', { key: 'r' }),
  row('Admin', 'admin.uploads.contact', '/admin/uploads/contact', 'nav.uploads', 'uploads'),
  row('Admin', 'admin.settings', '/admin/settings', 'nav.settings', 'settings', { key: 's' }),
  row('Admin', 'admin.settings.a2p', '/admin/settings/a2p', 'nav.a2p', 'settings', { under: 'admin.settings' }),
  row('Admin', 'admin.settings.tollfree', '/admin/settings/tollfree', 'nav.tollfree', 'settings', {
    under: 'admin.settings',
  }),
  row('Admin', 'admin.health', '/admin/health', 'nav.health', 'reports', { under: 'admin.settings' }),
  row('Admin', 'admin.help', '/admin/help', 'nav.help', 'training'),
  row('Admin', 'admin.notifications', '/admin/notifications', 'nav.notifications', 'notifications', {
    key: 'n',
    place: 'palette',
  }),
  row('Admin', 'admin.profile', '/admin/profile', 'nav.profile', 'profile', { place: 'palette' }),

  row('Agency', 'agency.dashboard', '/agency/dashboard', 'nav.dashboard', 'dashboard', {
    key: 'd',
    visible: noTemplate,
  }),
  row('Agency', 'agency.businesses.index', '/agency/businesses', 'nav.businesses', 'businesses', { key: 'b' }),
  row('Agency', 'agency.businesses.archived', '/agency/businesses/archived', 'nav.archived', 'businesses', {
    under: 'agency.businesses.index',
  }),
  row('Agency', 'agency.businesses.create', '/agency/businesses/create', 'nav.newBusiness', 'businesses', {
    under: 'agency.businesses.index',
  }),
  row('Agency', 'agency.approvals', '/agency/approvals', 'nav.approvals', 'approvals', {
    key: 'a',
    badge: 'approvals',
    visible: noTemplate,
  }),
  row('Agency', 'agency.twoway', '/agency/two-way', 'nav.twoWay', 'message', {
    visible: (flags) => noTemplate(flags) && pays(flags) && !flags.livechatActive,
  }),
  row('Agency', 'agency.loop', '/agency/loop', 'nav.loopSubscription', 'loop', {
    visible: (flags) => noTemplate(flags) && pays(flags) && !flags.loopActive,
  }),
  row('Agency', 'agency.subscription', '/agency/subscription', 'nav.subscription', 'subscription', {
    visible: (flags) => noTemplate(flags) && pays(flags) && !flags.freeFee,
  }),
  row('Agency', 'agency.payment-methods.index', '/agency/payment-methods', 'nav.paymentMethods', 'payment', {
    visible: (flags) => noTemplate(flags) && pays(flags) && !flags.freeFee,
  }),
  row('Agency', 'agency.prices', '/agency/prices', 'nav.prices', 'prices', {
    visible: (flags) => noTemplate(flags) && pays(flags),
  }),
  row('Agency', 'agency.statements', '/agency/statements', 'nav.statements', 'statements', {
    visible: (flags) => noTemplate(flags) && pays(flags),
  }),
  row('Agency', 'agency.reports.index', '/agency/reports', 'nav.reports', 'reports', { key: 'r', visible: noTemplate }),
  row('Agency', 'agency.training', '/agency/training', 'nav.training', 'training', { visible: noTemplate }),
  row('Agency', 'agency.notifications.index', '/agency/notifications', 'nav.notifications', 'notifications', {
    key: 'n',
    badge: 'notifications',
    visible: noTemplate,
  }),
  row('Agency', 'agency.settings', '/agency/settings', 'nav.settings', 'settings', { key: 's' }),
  row('Agency', 'agency.emailTemplates', '/agency/email-templates', 'nav.emailTemplates', 'settings', {
    under: 'agency.settings',
    visible: noTemplate,
  }),
  row('Agency', 'agency.copySetup', '/agency/businesses/copy-setup', 'nav.copySetup', 'settings', {
    place: 'palette',
    visible: noTemplate,
  }),
  row('Agency', 'agency.profile', '/agency/profile', 'nav.profile', 'profile', {
    place: 'palette',
    visible: noTemplate,
  }),

  row('Business', 'business.dashboard', '/business/dashboard', 'nav.dashboard', 'dashboard', { key: 'd' }),
  row('Business', 'business.livechat.index', '/business/livechat', 'nav.message', 'message', {
    key: 'm',
    badge: 'unread',
    visible: shows('livechat'),
  }),
  row('Business', 'business.contacts.index', '/business/contacts', 'nav.contacts', 'contacts', { key: 'c' }),
  row('Business', 'business.coupons.index', '/business/campaigns', 'nav.campaigns', 'campaigns', {
    key: 'p',
    visible: (flags) => has(flags, 'manage'),
  }),
  // The same screen, with the coupons alone.
  row('Business', 'business.redemptions', '/business/campaigns', 'nav.redemptions', 'campaigns', {
    key: 'r',
    visible: (flags) => !has(flags, 'manage'),
  }),
  row('Business', 'business.broadcasts.index', '/business/broadcasts', 'nav.broadcasts', 'broadcasts', { key: 'b' }),
  row('Business', 'business.automations.index', '/business/automations', 'nav.automations', 'automations', {
    key: 'a',
  }),
  row('Business', 'business.loopStatistics', '/business/stats-loop', 'nav.loopStatistics', 'loop', {
    visible: shows('loop'),
  }),
  row('Business', 'business.twoway', '/business/two-way', 'nav.twoWay', 'message', {
    visible: (flags) => pays(flags) && !flags.livechatActive,
  }),
  row('Business', 'business.loop', '/business/loop', 'nav.loopSubscription', 'loop', {
    visible: (flags) => pays(flags) && !flags.loopActive,
  }),
  row('Business', 'business.subscription', '/business/subscription', 'nav.subscription', 'subscription', {
    visible: (flags) => pays(flags) && !flags.freeFee,
  }),
  row('Business', 'business.payment-methods.index', '/business/payment-methods', 'nav.paymentMethods', 'payment', {
    visible: pays,
  }),
  row('Business', 'business.statements', '/business/statements', 'nav.statements', 'statements', { visible: pays }),
  row('Business', 'business.reports', '/business/reports', 'nav.reports', 'reports', {
    visible: (flags) => has(flags, 'manage'),
  }),
  row('Business', 'business.notifications.index', '/business/notifications', 'nav.notifications', 'notifications', {
    key: 'n',
    badge: 'notifications',
  }),
  row('Business', 'business.settings', '/business/settings', 'nav.settings', 'settings', { key: 's' }),
  row('Business', 'keyword', '/business/settings/keywords', 'nav.keywords', 'settings', { under: 'business.settings' }),
  row('Business', 'integrations', '/business/settings/integrations', 'nav.integrations', 'settings', {
    under: 'business.settings',
  }),
  row('Business', 'resources', '/business/settings/resources', 'nav.resources', 'settings', {
    under: 'business.settings',
    visible: (flags) => flags.template || flags.templateContent,
  }),
  row('Business', 'apikeys', '/business/settings/apikeys', 'nav.apikeys', 'settings', { under: 'business.settings' }),
  row('Business', 'webhooks', '/business/settings/webhook-endpoints', 'nav.webhooks', 'settings', {
    under: 'business.settings',
  }),
  row('Business', 'customFields', '/business/settings/custom-fields', 'nav.customFields', 'settings', {
    under: 'business.settings',
  }),
  row('Business', 'blacklists', '/business/settings/blacklists', 'nav.blacklists', 'settings', { place: 'palette' }),
  row('Business', 'whitelists', '/business/settings/whitelists', 'nav.whitelists', 'settings', { place: 'palette' }),
  row('Business', 'businessFile', '/business/settings/business-file', 'nav.businessFile', 'settings', {
    place: 'palette',
  }),
  row('Business', 'emailTemplates', '/business/settings/email-templates', 'nav.emailTemplates', 'settings', {
    under: 'business.settings',
  }),
  row('Business', 'business.profile', '/business/profile', 'nav.profile', 'profile', { place: 'palette' }),
];

/** The entries of a role, by the flags of its account, in order. `rows` is the table; a test gives one in which everything is built. */
export const menuFor = (role: Role, flags: MenuFlags, rows: readonly Row[] = table): readonly MenuEntry[] =>
  rows.filter(
    (candidate) =>
      candidate.role === role && candidate.built && candidate.visible(flags) && mayOpen(candidate.path, flags),
  );

/** The entry that a path belongs to: the longest prefix wins, and `/business/contactsheet` is not `/business/contacts`. */
export function activeEntry(entries: readonly MenuEntry[], path: string): MenuEntry | null {
  const matching = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return matching.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}
