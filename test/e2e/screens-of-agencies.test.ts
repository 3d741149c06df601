import { everyScreen } from './every-screen.ts';

everyScreen([
  [
    'agency@demo.test',
    [
      '/agency/businesses',
      '/agency/dashboard',
      '/agency/settings',
      '/agency/settings?tab=2',
      '/agency/setups/twilio',
      '/agency/notifications',
      '/agency/profile',
      '/agency/businesses/create',
      '/agency/training',
    ],
  ],
]);
