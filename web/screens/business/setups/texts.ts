import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

/** The words of these screens. */
export const texts = catalogue(words, {
  'numberSetup.title': 'Your number',
  'numberSetup.choose': 'Marketing number',
  'numberSetup.text':
    'People text this number, and your texts come from it. Only your agency or the operator can change it later.',
  'numberSetup.later': 'Skip for now',
  'numberSetup.laterText': 'Email, pages, contacts and imports work without a number. Texts and keywords need one.',
  'numberSetup.zoneText': 'Your dashboard’s days and the times in messages follow it.',
  'numberSetup.way': 'Which number',
  'numberSetup.new': 'A new number',
  'numberSetup.own': 'One you have already',
  'numberSetup.country': 'Country',
  'numberSetup.us': 'United States',
  'numberSetup.ca': 'Canada',
  'numberSetup.areaCode': 'Area code',
  'numberSetup.state': 'State',
  'numberSetup.province': 'Province or territory',
  'numberSetup.any': 'Any',
  'numberSetup.search': 'Search',
  'numberSetup.offers': 'Numbers on offer',
  'numberSetup.none': 'No number on offer there',
  'numberSetup.noneText': 'Try another area code, or search a whole state.',
  'numberSetup.sms': 'Texts',
  'numberSetup.mms': 'Pictures',
  'numberSetup.voice': 'Calls',
  'numberSetup.buyText': 'Bought with the carrier account that your texts go out through.',
  'numberSetup.buy': 'Get {number}',
  'numberSetup.have': 'You have your number. {by} can take it away; then you can choose another one here.',
  'numberSetup.haveAlone':
    'You have your number. The platform’s operator can take it away; then you can choose another one here.',
  'numberSetup.home': 'Go to the dashboard',
  'numberSetup.ownLabel': 'Your number',
  'numberSetup.ownHint': 'The carrier account that your texts go out through must hold it already.',
  'numberSetup.notANumber': 'Write the whole number, with its area code.',
  'numberSetup.use': 'Use this number',
  'numberSetup.sandbox': 'Numbers are simulated here: getting one costs nothing.',
});
export const { t, maybe } = texts;
