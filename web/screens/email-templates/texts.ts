import { words } from '../../components/texts.ts';
import { catalogue } from '../../messages/translate.ts';

export const texts = catalogue(words, {
  'et.title': 'E-mail templates',
  'et.text':
    'Designs to start e-mails from. Yours, and those that your agency offers; of an offered one you make a copy to change it.',
  'et.textAgency': 'Designs that all of your businesses can start their e-mails from.',
  'et.new': 'New template',
  'et.search': 'Search templates',
  'et.name': 'Template',
  'et.subject': 'Subject',
  'et.owner': 'Whose',
  'et.owner.business': 'Yours',
  'et.owner.agency': 'Your agency’s',
  'et.updated': 'Changed',
  'et.open': 'Open {name}',
  'et.of': 'What to do with {name}',
  'et.edit': 'Edit',
  'et.duplicate': 'Duplicate',
  'et.copy': 'Make a copy of one’s own',
  'et.delete': 'Delete',
  'et.deleteTitle': 'Delete {name}?',
  'et.deleteText': 'It is offered no more. E-mails that were made of it stay as they are.',
  'et.none': 'No templates yet',
  'et.noneText':
    'Start from one of the designs, or from an empty page. What you keep here is offered for every e-mail.',
  'et.noMatch': 'No template fits.',
  'et.gallery': 'What should it look like?',
  'et.blank': 'Empty page',
  'et.blankText': 'Your own from the first block on.',
  'et.back': 'All templates',
  'et.untitled': 'Untitled',
  'et.saved': 'Saved',
  'et.unsaved': 'Not saved yet',
  'et.saving': 'Saving…',
  'et.failed': 'No connection. It is tried again; what you did is kept here.',
  'et.refused': 'Not saved: {problem}',
  'et.conflict': 'Somebody else changed this template meanwhile.',
  'et.theirs': 'Take theirs',
  'et.mine': 'Keep mine',
  'et.offered': 'Your agency offers this template. Make a copy to change it.',
});
export const { t } = texts;
