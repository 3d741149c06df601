import { id } from '../../main/demo/names.ts';
import { everyScreen } from './every-screen.ts';

everyScreen([
  [
    'business@demo.test',
    [
      '/business/dashboard',
      '/business/contacts',
      '/business/livechat',
      '/business/campaigns',
      '/business/campaigns/create',
      '/business/campaigns/landings',
      '/business/campaigns/landings/create',
      `/business/campaigns/${id('campaign', 'bellas-pizzeria')}/figures`,
      '/business/settings/keywords',
      '/business/settings/custom-fields',
      '/business/settings',
      '/business/settings?tab=2',
      '/business/notifications',
      '/business/profile',
      '/business/setups/phone-number',
    ],
  ],
  [null, ['/', '/login', '/passwords/request', '/passwords/reset?token=none', '/no/such/page']],
]);
