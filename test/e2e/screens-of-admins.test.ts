import { everyScreen } from './every-screen.ts';

everyScreen([
  [
    'admin@demo.test',
    [
      '/admin/agencies',
      '/admin/agencies/archived',
      '/admin/businesses',
      '/admin/users',
      '/admin/whitelabels',
      '/admin/notifications',
      '/admin/notifications/create',
      '/admin/settings',
      '/admin/profile',
      '/admin/agencies/create',
      '/admin/businesses/create',
    ],
  ],
]);
