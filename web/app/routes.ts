import type { ComponentType } from 'react';
import type { Audience } from './guard.ts';

export interface Route {
  /** As in the specification's list of screens: `/admin/agencies/{id}/edit`. The screen gets a parameter with `useRouteParam('id')`. */
  readonly path: string;
  readonly role: Audience;
  /** The named route of the menu (specification, section 2), null where it has none. */
  readonly name: string | null;
  readonly screen: () => Promise<{ default: ComponentType }>;
}

/** Every screen that exists. A screen is listed when it is built, not before: menus, keys and the command palette show what is listed here. */
export const routes: readonly Route[] = [
  { path: '/', role: 'public', name: null, screen: () => import('../screens/public/Home.tsx') },
  { path: '/passwords/request', role: 'guest', name: null, screen: () => import('../screens/guest/RequestPassword.tsx') },
  { path: '/passwords/reset', role: 'guest', name: null, screen: () => import('../screens/guest/ResetPassword.tsx') },
  { path: '/login', role: 'guest', name: null, screen: () => import('../screens/guest/Login.tsx') },
  { path: '/admin/profile', role: 'admin', name: null, screen: () => import('../screens/profile/ProfileScreen.tsx') },

  { path: '/agency/profile', role: 'agency', name: 'agency.profile', screen: () => import('../screens/profile/ProfileScreen.tsx') },

  { path: '/business/dashboard', role: 'business', name: 'business.dashboard', screen: () => import('../screens/business/dashboard/Dashboard.tsx') },
  { path: '/business/contacts', role: 'business', name: 'business.contacts.index', screen: () => import('../screens/business/contacts/Contacts.tsx') },
  { path: '/business/livechat', role: 'business', name: 'business.livechat.index', screen: () => import('../screens/business/livechat/Livechat.tsx') },
  { path: '/business/profile', role: 'business', name: null, screen: () => import('../screens/profile/ProfileScreen.tsx') },
  { path: '/business/notifications', role: 'business', name: 'business.notifications.index', screen: () => import('../screens/business/notifications/Notifications.tsx') },
];

/** Whether a screen exists at this path: what leads nowhere is not shown. */
export const isBuilt = (path: string): boolean => routes.some((route) => route.path === path);
