import type { ComponentType } from 'react';
import type { Audience } from './guard.ts';


export interface Route {
  readonly path: string;
  readonly role: Audience;
  /** The named route of the menu (specification, section 2), null where it has none. */
  readonly name: string | null;
  readonly screen: () => Promise<{ default: ComponentType }>;
}

/** Every screen that exists. A screen is listed when it is built, not before. */
export const routes: readonly Route[] = [
  { path: '/', role: 'public', name: null, screen: () => import('../screens/public/Home.tsx') },
  { path: '/login', role: 'guest', name: null, screen: () => import('../screens/guest/Login.tsx') },
  { path: '/business/dashboard', role: 'business', name: 'business.dashboard', screen: () => import('../screens/business/dashboard/Dashboard.tsx') },
  { path: '/business/contacts', role: 'business', name: 'business.contacts.index', screen: () => import('../screens/business/contacts/Contacts.tsx') },
  { path: '/business/livechat', role: 'business', name: 'business.livechat.index', screen: () => import('../screens/business/livechat/Livechat.tsx') },
  { path: '/business/notifications', role: 'business', name: 'business.notifications.index', screen: () => import('../screens/business/notifications/Notifications.tsx') },
];

/** Where those land whose own screens are not part of this build: a page that says so. These are no screens of the specification. */
export const landings: readonly Route[] = [
  { path: '/admin/agencies', role: 'admin', name: null, screen: () => import('../screens/public/SignedInElsewhere.tsx') },
  { path: '/agency/businesses', role: 'agency', name: null, screen: () => import('../screens/public/SignedInElsewhere.tsx') },
];
