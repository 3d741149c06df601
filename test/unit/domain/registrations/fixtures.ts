import { A2pBrandId, A2pCampaignId, BusinessId } from '../../../../domain/kernel/ids.ts';
import { BrandForm, CampaignForm } from '../../../../domain/registrations/a2p/fields.ts';

export const businessId = BusinessId.parse('2b1f0c5a-6a0e-4f4e-9d7e-0c9f6f5d0001');
export const brandId = A2pBrandId.parse('2b1f0c5a-6a0e-4f4e-9d7e-0c9f6f5d0002');
export const campaignId = A2pCampaignId.parse('2b1f0c5a-6a0e-4f4e-9d7e-0c9f6f5d0003');

export const brandForm = BrandForm.parse({
  kind: 'low-volume',
  legalName: 'Bella’s Pizza LLC',
  legalForm: 'llc',
  companyType: 'private',
  vertical: 'HOSPITALITY',
  ein: '12-3456780',
  website: 'https://bellas.example',
  stockExchange: null,
  stockTicker: null,
  address: { street: '1 Main St', city: 'Austin', region: 'TX', postalCode: '78701', country: 'US' },
  representative: {
    firstName: 'Bella',
    lastName: 'Rossi',
    email: 'bella@bellas.example',
    phone: '(512) 555-0100',
    title: 'Owner',
    position: 'CEO',
  },
});

export const soleForm = BrandForm.parse({
  ...brandForm,
  kind: 'sole-proprietor',
  legalName: 'Bella’s Pizza',
  legalForm: 'sole-proprietorship',
  ein: null,
});

export const campaignContent = CampaignForm.parse({
  useCase: 'MIXED',
  description: 'Bella’s Pizza sends offers and order updates to customers who opted in.',
  flow: 'People text PIZZA to +1 512 555 0100. Message frequency varies. Message and data rates may apply.',
  samples: [
    'Bella’s Pizza: Two for one today. Reply STOP to opt out.',
    'Bella’s Pizza: Your order is ready. Reply STOP to opt out.',
  ],
  hasLinks: false,
  hasPhone: false,
  isAgeGated: false,
  isLending: false,
  optInKeywords: ['pizza'],
  optInMessage: 'Bella’s Pizza: Welcome! Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
  helpMessage: 'Bella’s Pizza: Call 512-555-0100 for help. Reply STOP to opt out.',
  optOutMessage: 'Bella’s Pizza: You are unsubscribed and will get no more texts.',
  privacyUrl: 'https://bellas.example/privacy',
  termsUrl: 'https://bellas.example/terms',
});
