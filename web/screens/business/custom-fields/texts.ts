import { words } from '../../../components/texts.ts';
import { catalogue } from '../../../messages/translate.ts';

export const texts = catalogue(words, {
  'fields.title': 'Custom fields',
  'fields.text':
    'What you want to know of a contact besides name, number and the like. Each field can be filled in on a contact, and ' +
    'its tag puts the answer into a text.',
  'fields.new': 'New field',
  'fields.search': 'Search fields',
  'fields.name': 'Field',
  'fields.nameHint': 'What you call it, such as Favourite pizza or Member since.',
  'fields.kind': 'Holds',
  'fields.kind.text': 'Text',
  'fields.kind.number': 'A number',
  'fields.kind.date': 'A day',
  'fields.kind.choice': 'One of several choices',
  'fields.kind.checkbox': 'Yes or no',
  'fields.kindFixed': 'Stays as it is: what contacts hold already is read by it.',
  'fields.choices': 'Choices',
  'fields.choicesHint': 'One on each line.',
  'fields.tag': 'Tag in texts',
  'fields.edit': 'Change',
  'fields.delete': 'Delete',
  'fields.of': 'What to do with {name}',
  'fields.editTitle': 'Change {name}',
  'fields.make': 'Add field',
  'fields.save': 'Save',
  'fields.deleteTitle': 'Delete {name}?',
  'fields.deleteText':
    'Contacts and forms show it no more, and texts that use its tag say what stands after the bar, or nothing. What ' +
    'contacts have said stays in their history.',
  'fields.first': 'Make the first one',
  'fields.none': 'Remember what matters to your customers',
  'fields.noneText':
    'A favourite dish, a shoe size, the name of the dog: a field of your own holds it for every contact, ready to be put ' +
    'into a text.',
  'fields.noMatch': 'No field has this name.',
});

export const { t } = texts;
