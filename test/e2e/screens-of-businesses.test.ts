import { everyScreen } from './every-screen.ts';

everyScreen([
  [
    'business@demo.test',
    [
      '/business/dashboard',
      '/business/contacts',
      '/business/livechat',
      '/business/settings',
      '/business/settings?tab=2',
      '/business/notifications',
      '/business/profile',
      '/business/setups/phone-number',
    ],
  ],
  [null, ['/', '/login', '/passwords/request', '/passwords/reset?token=none', '/no/such/page']],
]);
