import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'twilioSetup.title': 'Connect Twilio',
  'twilioSetup.how': 'How it works',
  'twilioSetup.howText': 'Your own carrier account gives you the carrier’s prices and keeps the numbers yours.',
  'twilioSetup.step1': 'Use an upgraded account',
  'twilioSetup.step1Text': 'A free-trial account does not work with this system: it texts verified numbers only.',
  'twilioSetup.step2': 'Copy Account SID and auth token',
  'twilioSetup.step2Text': 'Both are on the first page of the Twilio console, under Account Info.',
  'twilioSetup.step3': 'Paste them here',
  'twilioSetup.step3Text':
    'We ask Twilio whether they work before anything is stored. From then on your businesses buy their numbers with this account.',
});
export const { t, maybe } = texts;
