import { words } from '../../../../components/texts.ts';
import { catalogue } from '../../../../messages/translate.ts';

/** The words of the tabs of campaigns on which coupons and tills are looked after. */
export const texts = catalogue(words, {
  'campaigns.tab.campaigns': 'Campaigns',
  'campaigns.tab.redemptions': 'Redemptions',
  'campaigns.tab.tills': 'Tills',

  'redemptions.count': '{count, plural, one {# coupon} other {# coupons}}',
  'redemptions.search': 'Search name, number or code',
  'redemptions.all': 'All',
  'redemptions.anyCampaign': 'Any campaign',
  'redemptions.campaign': 'Campaign',
  'redemptions.anyTill': 'Any till',
  'redemptions.till': 'Till',
  'redemptions.days': 'Days',
  'redemptions.anyDay.issued': 'Issued any day',
  'redemptions.anyDay.redeemed': 'Used any day',
  'redemptions.anyDay.expires': 'Expiring any day',
  'redemptions.preset.today': 'Today',
  'redemptions.preset.yesterday': 'Yesterday',
  'redemptions.preset.week': 'Last 7 days',
  'redemptions.preset.month': 'Last 30 days',
  'redemptions.preset.nextWeek': 'Next 7 days',
  'redemptions.preset.nextMonth': 'Next 30 days',
  'redemptions.preset.custom': 'Choose days',
  'redemptions.from': 'From',
  'redemptions.to': 'To',
  'redemptions.col.holder': 'Holder',
  'redemptions.col.coupon': 'Coupon',
  'redemptions.col.code': 'Code',
  'redemptions.col.state': 'State',
  'redemptions.col.when': 'When and where',
  'redemptions.nobody': 'Unnamed',
  'redemptions.open': 'Show {name}',
  'redemptions.none': 'No coupons yet',
  'redemptions.noneText':
    'Add an offer to a campaign, and everyone who joins gets a coupon. Here you see who has one and which ' +
    'were redeemed.',
  'redemptions.toCampaigns': 'Go to campaigns',
  'redemptions.noMatch': 'No matching coupon. Try another search, or clear the filters.',

  'owed.title': 'Still owed',
  'owed.on': 'At the end of',
  'owed.coupons': '{count, plural, one {# coupon} other {# coupons}}',
  'owed.worth': 'worth {amount}',
  'owed.byCampaign': 'By campaign',
  'owed.none': 'Nothing was owed on that day.',
  'owed.amount': 'In money',
  'owed.redeemed': 'Used',
  'owed.redeemedOf': '{percent} of {count} issued',
  'owed.expired': 'Expired',
  'owed.revoked': 'Withdrawn',

  'tills.title': 'Tills',
  'tills.text':
    'A till is any phone or tablet at your counter. Its own link opens your redemption page, where staff look ' +
    'up and redeem coupons. It needs no sign-in and shows nothing else of your account.',
  'tills.open': 'Open till',
  'tills.none': 'Make a phone your till',
  'tills.noneText':
    'Coupons are redeemed by your staff, on any phone. Give the till a name, scan its code with the phone: done in a ' +
    'minute. You see what each redeems, and close it with one press.',
  'tills.name': 'Name of the till',
  'tills.nameHint': 'Where it stands, such as Front counter. It is kept with what is redeemed there.',
  'tills.namePlaceholder': 'Front counter',
  'tills.make': 'Open the till',
  'tills.isOpen': '{name} is open',
  'tills.scan': 'Scan this with the phone’s camera. The page that opens is the till; keep it on the home screen.',
  'tills.codeOf': 'Code that makes a phone the till {name}',
  'tills.here': 'Use this device',
  'tills.orLink': 'Or send the link',
  'tills.orType': 'Or type this code on your redemption page',
  'tills.secret': 'Anyone with the link or code can redeem coupons until you close the till.',
  'tills.done': 'Done',
  'tills.linkOf': 'Link of {name}',
  'tills.codeLabel': 'Code of {name}',
  'tills.connect': 'Connect a phone',
  'tills.redemptions': 'What it has redeemed',
  'tills.today': '{count} today',
  'tills.last': 'Last redemption {when}',
  'tills.never': 'Nothing redeemed yet',
  'tills.since': 'Open since {day}',
  'tills.close': 'Close the till',
  'tills.closeTitle': 'Close {name}?',
  'tills.closeText':
    'Its link and code are good for nothing from then on, on whatever phone they are. What it has redeemed stays redeemed.',
  'tills.closed': '{name} is closed.',
  'tills.noName':
    'The till asks whose coupon a shared code is, and accepts it once per person. To redeem without a name, ' +
    'turn that on in the campaign’s settings.',
});
export const { t, maybe } = texts;
