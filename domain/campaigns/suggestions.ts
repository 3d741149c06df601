import type { CampaignType } from './fields.ts';

/** Keywords to start with: short, easy to say at a counter, and not misheard. */
export const suggestedKeywords: readonly {
  readonly keyword: string;
  readonly name: string;
  readonly type: CampaignType;
}[] = [
  { keyword: 'VIP', name: 'VIP list', type: 'landing' },
  { keyword: 'DEALS', name: 'Deals of the week', type: 'landing' },
  { keyword: 'FREE', name: 'Something for free', type: 'text' },
  { keyword: 'CLUB', name: 'Birthday club', type: 'landing' },
  { keyword: 'WIN', name: 'Prize draw', type: 'landing' },
  { keyword: 'VOTE', name: 'Let them decide', type: 'vote' },
  { keyword: 'SHARE', name: 'Bring a friend', type: 'loop' },
  { keyword: 'HOURS', name: 'Opening hours', type: 'text' },
];
