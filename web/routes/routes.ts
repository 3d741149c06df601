import type { ComponentType } from 'react';
import type { MemberRight } from '../../api/contract/members.ts';
import type { Audience } from '../session/guard.ts';

export interface Route {
  /** As in the specification's list of screens: `/admin/agencies/{id}/edit`. The screen gets a parameter with `useRouteParam('id')`. */
  readonly path: string;
  readonly role: Audience;
  /** What a member of a business needs for it (docs/members.md). Left out: `manage`, which agents and tills lack. */
  readonly right?: MemberRight;
  /** The named route of the menu (specification, section 2), null where it has none. */
  readonly name: string | null;
  readonly screen: () => Promise<{ default: ComponentType }>;
  /** A public screen that stands by itself, without the workspace and its library, signed in or not. */
  readonly alone?: true;
}

/**
 * Every screen that exists. A screen is listed when it is built, not before: menus, keys and the command palette show
 * what is listed here.
 */
export const routes: readonly Route[] = [
  { path: '/', role: 'public', name: null, screen: () => import('../screens/public/Home.tsx') },
  {
    path: '/{unique_id}/redemption',
    role: 'public',
    name: null,
    screen: () => import('../screens/public/redemption/Redemption.tsx'),
    alone: true,
  },
  {
    path: '/order',
    role: 'public',
    name: null,
    screen: () => import('../screens/public/order/Order.tsx'),
    alone: true,
  },
  {
    path: '/business/order',
    role: 'public',
    name: null,
    screen: () => import('../screens/public/order/BusinessOrder.tsx'),
    alone: true,
  },
  {
    path: '/p/{slug}',
    role: 'public',
    name: null,
    screen: () => import('../screens/public/order/ProductPage.tsx'),
    alone: true,
  },
  {
    path: '/passwords/request',
    role: 'guest',
    name: null,
    screen: () => import('../screens/guest/RequestPassword.tsx'),
  },
  { path: '/passwords/reset', role: 'guest', name: null, screen: () => import('../screens/guest/ResetPassword.tsx') },
  { path: '/login', role: 'guest', name: null, screen: () => import('../screens/guest/Login.tsx') },
  {
    path: '/admin/agencies',
    role: 'admin',
    name: 'admin.agencies.index',
    screen: () => import('../screens/admin/agencies/Agencies.tsx'),
  },
  {
    path: '/admin/agencies/archived',
    role: 'admin',
    name: 'admin.agencies.archived',
    screen: () => import('../screens/admin/agencies/ArchivedAgencies.tsx'),
  },
  {
    path: '/admin/agencies/create',
    role: 'admin',
    name: 'admin.agencies.create',
    screen: () => import('../screens/admin/agencies/CreateAgency.tsx'),
  },
  {
    path: '/admin/agencies/{id}/edit',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/agencies/EditAgency.tsx'),
  },
  {
    path: '/admin/businesses',
    role: 'admin',
    name: 'admin.businesses.index',
    screen: () => import('../screens/admin/businesses/Businesses.tsx'),
  },
  {
    path: '/admin/businesses/archived',
    role: 'admin',
    name: 'admin.businesses.archived',
    screen: () => import('../screens/admin/businesses/ArchivedBusinesses.tsx'),
  },
  {
    path: '/admin/businesses/create',
    role: 'admin',
    name: 'admin.businesses.create',
    screen: () => import('../screens/admin/businesses/CreateBusiness.tsx'),
  },
  {
    path: '/admin/businesses/{id}/edit',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/businesses/EditBusiness.tsx'),
  },
  { path: '/admin/users', role: 'admin', name: null, screen: () => import('../screens/admin/users/Users.tsx') },
  {
    path: '/admin/whitelabels',
    role: 'admin',
    name: 'admin.whitelabels.index',
    screen: () => import('../screens/admin/whitelabels/Whitelabels.tsx'),
  },
  {
    path: '/admin/plans',
    role: 'admin',
    name: 'admin.plans.index',
    screen: () => import('../screens/admin/plans/Plans.tsx'),
  },
  {
    path: '/admin/plans/create',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/plans/CreatePlan.tsx'),
  },
  {
    path: '/admin/plans/{id}/edit',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/plans/EditPlan.tsx'),
  },
  {
    path: '/admin/business-plans',
    role: 'admin',
    name: 'admin.business-plans.index',
    screen: () => import('../screens/admin/plans/BusinessPlans.tsx'),
  },
  {
    path: '/admin/business-plans/create',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/plans/CreateBusinessPlan.tsx'),
  },
  {
    path: '/admin/business-plans/{id}/edit',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/plans/EditBusinessPlan.tsx'),
  },
  {
    path: '/admin/settings',
    role: 'admin',
    name: 'admin.settings',
    screen: () => import('../screens/admin/settings/Settings.tsx'),
  },
  { path: '/admin/help', role: 'admin', name: null, screen: () => import('../screens/admin/help/Help.tsx') },
  {
    path: '/admin/notifications',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/notifications/Notifications.tsx'),
  },
  {
    path: '/admin/notifications/create',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/notifications/CreateNotification.tsx'),
  },
  {
    path: '/admin/uploads/contact',
    role: 'admin',
    name: 'admin.uploads.contact',
    screen: () => import('../screens/admin/uploads/Uploads.tsx'),
  },
  {
    path: '/admin/uploads/contact/{id}',
    role: 'admin',
    name: null,
    screen: () => import('../screens/admin/uploads/Upload.tsx'),
  },
  { path: '/admin/profile', role: 'admin', name: null, screen: () => import('../screens/profile/ProfileScreen.tsx') },

  {
    path: '/agency/businesses',
    role: 'agency',
    name: 'agency.businesses.index',
    screen: () => import('../screens/agency/businesses/Businesses.tsx'),
  },
  {
    path: '/agency/businesses/archived',
    role: 'agency',
    name: 'agency.businesses.archived',
    screen: () => import('../screens/agency/businesses/ArchivedBusinesses.tsx'),
  },
  {
    path: '/agency/businesses/create',
    role: 'agency',
    name: 'agency.businesses.create',
    screen: () => import('../screens/agency/businesses/CreateBusiness.tsx'),
  },
  {
    path: '/agency/businesses/{id}/edit',
    role: 'agency',
    name: null,
    screen: () => import('../screens/agency/businesses/EditBusiness.tsx'),
  },
  {
    path: '/agency/businesses/{id}/act',
    role: 'agency',
    name: null,
    screen: () => import('../screens/agency/businesses/ActForBusiness.tsx'),
  },
  {
    path: '/agency/approvals',
    role: 'agency',
    name: 'agency.approvals',
    screen: () => import('../screens/agency/approvals/Approvals.tsx'),
  },
  {
    path: '/agency/approvals/{id}',
    role: 'agency',
    name: null,
    screen: () => import('../screens/agency/approvals/Approval.tsx'),
  },
  {
    path: '/agency/dashboard',
    role: 'agency',
    name: 'agency.dashboard',
    screen: () => import('../screens/agency/dashboard/Dashboard.tsx'),
  },
  {
    path: '/agency/businesses/{id}',
    role: 'agency',
    name: null,
    screen: () => import('../screens/agency/businesses/ShareBusiness.tsx'),
  },
  {
    path: '/agency/settings',
    role: 'agency',
    name: 'agency.settings',
    screen: () => import('../screens/agency/settings/Settings.tsx'),
  },
  {
    path: '/agency/setups/twilio',
    role: 'agency',
    name: null,
    screen: () => import('../screens/agency/setups/Twilio.tsx'),
  },
  {
    path: '/agency/training',
    role: 'agency',
    name: 'agency.training',
    screen: () => import('../screens/agency/training/Training.tsx'),
  },
  {
    path: '/agency/payment-methods',
    role: 'agency',
    name: 'agency.payment-methods.index',
    screen: () => import('../screens/payments/PaymentMethods.tsx'),
  },
  {
    path: '/agency/payment-methods/create',
    role: 'agency',
    name: null,
    screen: () => import('../screens/payments/AddCard.tsx'),
  },
  {
    path: '/agency/payment-methods/{id}/edit',
    role: 'agency',
    name: null,
    screen: () => import('../screens/payments/EditCard.tsx'),
  },
  {
    path: '/agency/notifications',
    role: 'agency',
    name: 'agency.notifications.index',
    screen: () => import('../screens/notifications/Notifications.tsx'),
  },
  {
    path: '/agency/profile',
    role: 'agency',
    name: 'agency.profile',
    screen: () => import('../screens/profile/ProfileScreen.tsx'),
  },

  {
    path: '/business/dashboard',
    role: 'business',
    name: 'business.dashboard',
    screen: () => import('../screens/business/dashboard/Dashboard.tsx'),
  },
  {
    path: '/business/contacts/create',
    role: 'business',
    right: 'contacts',
    name: null,
    screen: () => import('../screens/business/contacts/edit/CreateContact.tsx'),
  },
  {
    path: '/business/contacts/{id}/edit',
    role: 'business',
    right: 'contacts',
    name: null,
    screen: () => import('../screens/business/contacts/edit/EditContact.tsx'),
  },
  {
    path: '/business/contacts/import',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/imports/Imports.tsx'),
  },
  {
    path: '/business/contacts/import/{id}',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/imports/Import.tsx'),
  },
  {
    path: '/business/contacts/duplicates',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/contacts/life/Duplicates.tsx'),
  },
  {
    path: '/business/contacts/{id}',
    role: 'business',
    right: 'contacts',
    name: null,
    screen: () => import('../screens/business/contacts/life/ContactLife.tsx'),
  },
  {
    path: '/business/contacts',
    role: 'business',
    right: 'contacts',
    name: 'business.contacts.index',
    screen: () => import('../screens/business/contacts/Contacts.tsx'),
  },
  {
    path: '/business/campaigns',
    role: 'business',
    right: 'redeem',
    name: 'business.coupons.index',
    screen: () => import('../screens/business/campaigns/Campaigns.tsx'),
  },
  {
    path: '/business/campaigns/create',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/CreateCampaign.tsx'),
  },
  {
    path: '/business/campaigns/landings',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/Landings.tsx'),
  },
  {
    path: '/business/campaigns/landings/create',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/CreateLanding.tsx'),
  },
  {
    path: '/business/campaigns/landings/{id}/edit',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/builder/Builder.tsx'),
  },
  {
    path: '/business/campaigns/popup/create',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/CreatePopup.tsx'),
  },
  {
    path: '/business/campaigns/popup/{id}/edit',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/builder/Builder.tsx'),
  },
  {
    path: '/business/campaigns/{id}',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/ShareCampaign.tsx'),
  },
  {
    path: '/business/campaigns/{id}/edit',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/EditCampaign.tsx'),
  },
  {
    path: '/business/campaigns/{id}/setting',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/CampaignSettings.tsx'),
  },
  {
    path: '/business/campaigns/{id}/figures',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/campaigns/analytics/PageFigures.tsx'),
  },
  {
    path: '/business/broadcasts',
    role: 'business',
    name: 'business.broadcasts.index',
    screen: () => import('../screens/business/broadcasts/Broadcasts.tsx'),
  },
  {
    path: '/business/broadcasts/create',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/broadcasts/CreateBroadcast.tsx'),
  },
  {
    path: '/business/broadcasts/duplicate/{id}',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/broadcasts/DuplicateBroadcast.tsx'),
  },
  {
    path: '/business/broadcasts/resend/{id}',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/broadcasts/ResendBroadcast.tsx'),
  },
  {
    path: '/business/broadcasts/{id}/edit',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/broadcasts/compose/Compose.tsx'),
  },
  {
    path: '/business/broadcasts/{id}/report',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/broadcasts/report/Report.tsx'),
  },
  {
    path: '/business/automations',
    role: 'business',
    name: 'business.automations.index',
    screen: () => import('../screens/business/automations/Automations.tsx'),
  },
  {
    path: '/business/automations/create',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/automations/CreateAutomation.tsx'),
  },
  {
    path: '/business/automations/webhooks',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/automations/hooks/Hooks.tsx'),
  },
  {
    path: '/business/automations/webhooks/{id}',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/automations/hooks/Hook.tsx'),
  },
  {
    path: '/business/automations/{id}/edit',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/automations/builder/Builder.tsx'),
  },
  {
    path: '/business/automations/{id}',
    role: 'business',
    name: null,
    screen: () => import('../screens/business/automations/report/Report.tsx'),
  },
  {
    path: '/business/settings/keywords',
    role: 'business',
    name: 'keyword',
    screen: () => import('../screens/business/campaigns/Keywords.tsx'),
  },
  {
    path: '/business/settings/custom-fields',
    role: 'business',
    name: 'customFields',
    screen: () => import('../screens/business/custom-fields/CustomFields.tsx'),
  },
  {
    path: '/business/settings/blacklists',
    role: 'business',
    name: 'blacklists',
    screen: () => import('../screens/business/settings/lists/Blacklists.tsx'),
  },
  {
    path: '/business/settings/whitelists',
    role: 'business',
    name: 'whitelists',
    screen: () => import('../screens/business/settings/lists/Whitelists.tsx'),
  },
  {
    path: '/business/settings/email-templates',
    role: 'business',
    name: 'emailTemplates',
    screen: () => import('../screens/email-templates/EmailTemplates.tsx'),
  },
  {
    path: '/business/settings/email-templates/{id}/edit',
    role: 'business',
    name: null,
    screen: () => import('../screens/email-templates/EditEmailTemplate.tsx'),
  },
  {
    path: '/agency/email-templates',
    role: 'agency',
    name: 'agency.emailTemplates',
    screen: () => import('../screens/email-templates/EmailTemplates.tsx'),
  },
  {
    path: '/agency/email-templates/{id}/edit',
    role: 'agency',
    name: null,
    screen: () => import('../screens/email-templates/EditEmailTemplate.tsx'),
  },
  {
    path: '/business/livechat',
    role: 'business',
    right: 'inbox',
    name: 'business.livechat.index',
    screen: () => import('../screens/business/livechat/Livechat.tsx'),
  },
  {
    path: '/business/stats-loop',
    role: 'business',
    name: 'business.loopStatistics',
    screen: () => import('../screens/business/stats-loop/StatsLoop.tsx'),
  },
  {
    path: '/business/setups/phone-number',
    role: 'business',
    right: 'number',
    name: null,
    screen: () => import('../screens/business/setups/PhoneNumber.tsx'),
  },
  {
    path: '/business/settings',
    role: 'business',
    name: 'business.settings',
    screen: () => import('../screens/business/settings/Settings.tsx'),
  },
  {
    path: '/business/settings/resources',
    role: 'business',
    name: 'resources',
    screen: () => import('../screens/business/settings/Resources.tsx'),
  },
  {
    path: '/business/profile',
    role: 'business',
    right: 'account',
    name: null,
    screen: () => import('../screens/profile/ProfileScreen.tsx'),
  },
  {
    path: '/business/payment-methods',
    role: 'business',
    right: 'billing',
    name: 'business.payment-methods.index',
    screen: () => import('../screens/payments/PaymentMethods.tsx'),
  },
  {
    path: '/business/payment-methods/create',
    role: 'business',
    right: 'billing',
    name: null,
    screen: () => import('../screens/payments/AddCard.tsx'),
  },
  {
    path: '/business/payment-methods/{id}/edit',
    role: 'business',
    right: 'billing',
    name: null,
    screen: () => import('../screens/payments/EditCard.tsx'),
  },
  {
    path: '/business/notifications',
    role: 'business',
    right: 'inbox',
    name: 'business.notifications.index',
    screen: () => import('../screens/notifications/Notifications.tsx'),
  },
];

/** Whether a screen exists at this path: what leads nowhere is not shown. */
export const isBuilt = (path: string): boolean => routes.some((route) => route.path === path);
