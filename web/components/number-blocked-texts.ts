import { catalogue } from '../messages/translate.ts';
import { words } from './texts.ts';

/** Why texts of a number are held, which few screens show. */
export const texts = catalogue(words, {
  'numberBlocked.title': 'Texts to the US are held',
  'numberBlocked.toBusiness': '{name} reads: “{cure}”',
});
export const { t } = texts;
