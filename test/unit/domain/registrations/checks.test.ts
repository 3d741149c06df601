import { describe, expect, it } from 'vitest';
import { brandFindings, campaignFindings } from '../../../../domain/registrations/a2p/checks.ts';
import { composeCampaign } from '../../../../domain/registrations/a2p/compose.ts';
import { CampaignForm } from '../../../../domain/registrations/a2p/fields.ts';
import { brandForm, campaignContent, soleForm } from './fixtures.ts';

const must = (found: ReturnType<typeof campaignFindings>) =>
  found.filter(({ level }) => level === 'must').map(({ field }) => field);
const fine = { ...campaignContent, flow: `${campaignContent.flow} Bella’s Pizza. Reply STOP to opt out.` };
const ofCampaign = (change: Partial<typeof fine>) => must(campaignFindings({ ...fine, ...change }, brandForm));
const ofBrand = (change: Partial<typeof brandForm>) => must(brandFindings({ ...brandForm, ...change }, 'Bella’s'));

describe('before a fee', () => {
  it('finds nothing in what reviewers take', () => {
    expect([ofBrand({}), ofCampaign({})]).toEqual([[], []]);
  });

  it.each([
    ['a made-up EIN', { ein: '111111111' }, ['ein']],
    ['a sole proprietor with an EIN', { legalForm: 'sole-proprietorship' }, ['legalForm']],
    ['a public company without its ticker', { companyType: 'public' }, ['stockExchange', 'stockTicker']],
    ['a private company with a ticker', { stockTicker: 'BELA' }, ['stockTicker']],
    ['a short link as the website', { website: 'https://bit.ly/x' }, ['website']],
  ] as const)('refuses a brand with %s', (_, change, fields) => {
    expect(ofBrand(change)).toEqual(fields);
  });

  it('finds nothing in a sole proprietor without an EIN, whatever mailbox they have', () => {
    const representative = { ...soleForm.representative, email: 'bella@gmail.com' };
    expect(brandFindings({ ...soleForm, representative }, 'Bella’s')).toEqual([]);
  });

  it.each([
    ['an EIN, which carriers refuse after the fee (30915)', { ein: '123456780' }, ['ein']],
    ['an LLC', { legalForm: 'llc' }, ['legalForm']],
    [
      'a landline abroad',
      { representative: { ...soleForm.representative, phone: '+442071234567' } },
      ['representative.phone'],
    ],
    [
      'a toll-free number',
      { representative: { ...soleForm.representative, phone: '+18335550100' } },
      ['representative.phone'],
    ],
  ] as const)('refuses a sole proprietor with %s', (_, change, fields) => {
    expect(must(brandFindings({ ...soleForm, ...change }, 'Bella’s'))).toEqual(fields);
  });

  it('refuses another kind of brand without an EIN', () => {
    expect(ofBrand({ ein: null })).toEqual(['ein']);
  });

  it.each<readonly [string, Partial<typeof fine>, readonly string[]]>([
    ['a public shortener', { samples: ['Bella: see bit.ly/x now. Reply STOP.', fine.samples[1]!] }, ['samples.0']],
    [
      'samples without the brand',
      { samples: ['Hello there, two for one. Reply STOP.', 'Your order is ready now.'] },
      ['samples.0'],
    ],
    [
      'samples without STOP',
      { samples: ['Bella’s Pizza: two for one today.', 'Your order is ready now.'] },
      ['samples.0'],
    ],
    ['a flow without STOP', { flow: campaignContent.flow.concat(' Bella’s Pizza') }, ['flow']],
    [
      'a HELP answer that nobody can follow',
      { helpMessage: 'Bella’s Pizza: ask us. Reply STOP to opt out.' },
      ['helpMessage'],
    ],
    ['links that no sample has', { hasLinks: true }, ['hasLinks']],
  ])('refuses a campaign with %s', (_, change, fields) => {
    expect(ofCampaign(change)).toEqual(fields);
  });
});

it('composes a campaign that its own checks take', () => {
  const way = {
    keyword: 'PIZZA',
    pageUrl: 'https://bellas.example/pages/1/b',
    isPopup: false,
    consent: 'I agree to texts.',
  };
  for (const ways of [[], [way], [way, { ...way, isPopup: true, pageUrl: null }]])
    for (const number of [null, '(512) 555-0100']) {
      const composed = composeCampaign({
        name: 'Bella’s Pizza',
        number,
        contact: 'hello@bellas.example',
        prefix: null,
        evidenceUrl: 'https://bellas.example/pages/opt-in/bellas',
        privacyUrl: 'https://bellas.example/privacy',
        termsUrl: 'https://bellas.example/terms',
        ways,
      });
      const content = CampaignForm.parse({ useCase: 'MIXED', ...composed });
      expect(must(campaignFindings(content, brandForm))).toEqual([]);
    }
});
