import { catalogue } from '../../messages/translate.ts';
import { words } from '../texts.ts';

export const texts = catalogue(words, {
  'stock.open': 'Choose from the library',
  'stock.title': 'Library of pictures',
  'stock.search': 'Search pictures',
  'stock.idea.food': 'Food',
  'stock.idea.fitness': 'Fitness',
  'stock.idea.beauty': 'Beauty',
  'stock.idea.retail': 'Shops',
  'stock.idea.event': 'Events',
  'stock.idea.home': 'Homes',
  'stock.idea.nature': 'Nature',
  'stock.idea.background': 'Backgrounds',
  'stock.found': '{count, plural, one {# picture} other {# pictures}}',
  'stock.none': 'Nothing fits. Try fewer or other words.',
  'stock.before': 'Previous',
  'stock.more': 'More',
  'stock.page': '{page} of {pages}',
});
export const { t } = texts;
