import { words } from '../../../components/texts.ts';
import { catalogue, type KeysOf } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'businessSettings.title': 'Settings',
  'businessSettings.tab.general': 'General',
  'businessSettings.tab.registration': 'SMS registration',
  'businessSettings.tab.contact': 'Contact information',
  'businessSettings.tab.legal': 'Legal pages',
  'businessSettings.tab.broadcasters': 'Broadcasters',
  'businessSettings.tab.providers': 'Providers',
  'businessSettings.tab.limits': 'Daily limits',
  'businessSettings.tab.livechat': 'Live chat',
  'businessSettings.tab.lists': 'Blacklist and whitelist',
  'businessSettings.logoHint': 'gif, jpeg, jpg, png, webp, avif or svg, up to 5 MB. Saved with the form.',
  'businessSettings.regionText': 'How this business writes them, everywhere.',
  'businessSettings.carrierText':
    'Your number is bought with it, and your texts go out through it. Without one, the platform’s is used.',
  'businessSettings.removeCarrier':
    'A number bought with this account can no longer send or receive here. It stays with the carrier.',
  'businessSettings.mailText': 'E-mails of your business go out through it. Without one, the platform’s is used.',
  'businessSettings.removeMail': 'E-mails then go out through the platform’s account.',

  'contactInfo.text': 'What your customers may see of you.',
  'contactInfo.place': 'Address',
  'contactInfo.placeText': 'Needed for the registration of your number, and for e-mails by law.',
  'contactInfo.phone': 'Phone',
  'contactInfo.email': 'E-mail',
  'contactInfo.website': 'Website',
  'contactInfo.address': 'Street and number',
  'contactInfo.city': 'City',
  'contactInfo.state': 'State or province',
  'contactInfo.postal_code': 'ZIP or postal code',
  'contactInfo.country': 'Country',
  'contactInfo.noCountry': 'Not given',

  'legal.privacy': 'Privacy policy',
  'legal.privacyText': 'What you do with people’s data. Carriers ask for it when a number is registered.',
  'legal.terms': 'Terms of service',
  'legal.termsText': 'The terms under which people get your texts.',
  'legal.where': 'Where it is',
  'legal.text': 'Own text',
  'legal.link': 'A page elsewhere',
  'legal.address': 'Address of the page',
  'legal.addressHint': 'Your own text is kept, but the address is used in its place.',
  'legal.textHint': 'Plain text. A blank line starts a new paragraph.',

  'broadcasters.text': 'Phones of your own people, listed as allowed to send to your contacts by text.',
  'broadcasters.later': 'This list is kept only: nobody can send to your contacts from a phone today.',
  'broadcasters.none': 'No phone is listed.',
  'broadcasters.add': 'Add a phone',
  'broadcasters.remove': 'Remove {name}',

  'dailyLimits.title': 'How much reaches one person in a day',
  'dailyLimits.text':
    'Counted over all automations and broadcasts together, by your calendar’s day. What goes beyond is held back, and says so where you look at it: the automation goes on, and the broadcast lists who was left out.',
  'dailyLimits.texts': 'Texts a day',
  'dailyLimits.mails': 'E-mails a day',
  'dailyLimits.none': 'No limit',
  'dailyLimits.law':
    'Florida, Maryland and Oklahoma allow three marketing texts to one person in 24 hours. Numbers there never get more, whatever you choose. Elsewhere, more texts mean more opt-outs.',
  'dailyLimits.not':
    'What people ask or wait for is never counted or held back: replies to keywords, confirmations, live chat, alerts to your team, and what an automation says within ten minutes after they have texted it.',

  'chatSettings.assign': 'Who takes new conversations',
  'chatSettings.assignText':
    'When somebody writes and nobody has their conversation, or theirs was closed and opens again, it can go to one of your people by itself.',
  'chatSettings.mode': 'Conversations go',
  'chatSettings.mode.off': 'To nobody: whoever wants takes them',
  'chatSettings.mode.round-robin': 'To each in turn',
  'chatSettings.mode.least-busy': 'To who has the fewest open ones',
  'chatSettings.people': 'Who takes conversations',
  'chatSettings.peopleText': 'Your own people and those of your agency.',
  'chatSettings.away': 'Away now',
  'chatSettings.offline': 'Not here now',
  'chatSettings.gone': 'Somebody who is not with you any more',
  'chatSettings.assignNote':
    'Whoever is away (the switch in live chat), or has had the product closed for some minutes, is left out and keeps what they have. With nobody here a conversation waits with those that are nobody’s yet.',
  'chatSettings.answer': 'Who answers',
  'chatSettings.answerText':
    'Taking a conversation says that you see to it. Here you choose how strictly that is meant.',
  'chatSettings.owns': 'Who answers a conversation that nobody has, takes it',
  'chatSettings.only': 'Only who has a conversation answers it',
  'chatSettings.onlyText': 'Others can read it, add notes, and take it over.',
  'chatSettings.reply': 'How soon you answer',
  'chatSettings.replyText':
    'Who waits longer is marked as overdue, has a list of their own, and whoever has the conversation is told. It holds for those who wait already, too.',
  'chatSettings.minutes': 'Reply time in minutes',
  'chatSettings.noTime': 'No reply time',
  'chatSettings.hours': 'Count opening hours only',
  'chatSettings.allHours': 'Around the clock',
  'chatSettings.hoursText': 'On the clocks of {zone}. Outside of them no time passes.',
  'chatSettings.closed': 'Closed',
  'chatSettings.opens': '{weekday}, from',
  'chatSettings.closes': '{weekday}, until',
  'chatSettings.day.mon': 'Monday',
  'chatSettings.day.tue': 'Tuesday',
  'chatSettings.day.wed': 'Wednesday',
  'chatSettings.day.thu': 'Thursday',
  'chatSettings.day.fri': 'Friday',
  'chatSettings.day.sat': 'Saturday',
  'chatSettings.day.sun': 'Sunday',

  'registration.state': 'Your number',
  'registration.whyLocal':
    'US carriers deliver texts from local numbers reliably only when the business and its purpose are registered with them (A2P 10DLC).',
  'registration.whyTollFree':
    'Carriers deliver texts from toll-free numbers reliably only when the number is verified.',
  'registration.choose': 'Choose a number',
  'registration.noNumber': 'A number comes first; its registration second.',
  'registration.ok': 'The registration stands: texts go out as usual.',
  'registration.needed': 'Registration is needed. Its state is “{status}”.',
  'registration.unknown': 'No registration is on record for this number. Texts are sent, but carriers may filter them.',
  'registration.needs': 'What it takes',
  'registration.needsText': 'Carriers compare these with public records. Have them ready.',
  'registration.number': 'A number of your own',
  'registration.contact': 'Your legal name and address, under Contact information',
  'registration.done': 'Done',
  'registration.open': 'Still to do',
  'registration.legal': 'A privacy policy and terms, under Legal pages',
  'registration.byOperator': 'Your number is registered for you, once these are there.',
  'registration.ask': 'Ask for it at',

  'resources.title': 'Resources',
  'resources.none': 'No resources yet',
  'resources.noneText': 'Your agency can put texts and links here that help you along.',
});
export const { t, maybe } = texts;
export type MessageKey = KeysOf<typeof texts>;
