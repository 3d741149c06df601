import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

export const texts = catalogue(words, {
  'uploads.business': 'Business',
  'uploads.businessHint':
    'Choose one to import contacts for it. Nothing is imported before you have seen what would happen.',
  'uploads.anyBusiness': 'All businesses',
});
export const { t, maybe } = texts;
